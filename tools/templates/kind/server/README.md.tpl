# {{en.many}}

{{en.many}} are written in their place, as memos are. `writing.ts` makes and writes them, `store.ts` has the rows. The screens are in `web/src/modules/{{name}}/`.
