// The paths that papers name, so that a check can walk them.
const ROOTS = 'contract|server|web|native|e2e|chaos|bench|tools|deploy|docs';
const PATH = new RegExp(`^(?:${ROOTS})/[\\w@.+/-]*$`);

/** Paths from the root of the repository that a Markdown text names as code, each once. One with a blank to be filled in (`<m>`, `…`) is none. */
export function pathsIn(text) {
  const spans = text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g);
  const words = [...spans].flatMap(([, code]) => code.split(/[\s,;]+/));
  return [
    ...new Set(words.map((word) => word.replace(/:\d+$/, '').replace(/\/$/, '')).filter((word) => PATH.test(word))),
  ];
}

/** Files that a Markdown text links to, as they stand there: not those of other hosts. */
export const linksIn = (text) => [
  ...new Set(
    [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => to).filter((to) => !/^[a-z]+:/.test(to)),
  ),
];
