/** The look of Kontor for pages without script: its colours by day and by night, one column that fits a phone. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#f0f3f7;--surface:#fff;--line:#dfe4ea;--strong:#7b828c;--text:#141a23;--quiet:#565d68;--accent:#1d58a1;--on:#fff;--soft:#e4edf7;--danger:#b3261e;--danger-soft:#fbe9e8}
@media (prefers-color-scheme:dark){:root{--ground:#12161c;--surface:#1a1f27;--line:#2d343f;--strong:#7f8896;--text:#e8ecf2;--quiet:#a9b1bd;--accent:#8fbcf0;--on:#10151d;--soft:#22324a;--danger:#ffb4ab;--danger-soft:#42201e}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 Inter,system-ui,-apple-system,'Segoe UI',sans-serif}
main{max-width:640px;margin:0 auto;padding:24px 16px 48px}
.sheet{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:20px}
.top{display:flex;justify-content:space-between;gap:16px;margin:0 0 12px;color:var(--quiet);font-size:14px}
h1{font-size:22px;line-height:1.3;margin:0 0 8px;overflow-wrap:anywhere}
h2{font-size:15px;margin:24px 0 8px}
p{margin:0 0 12px;overflow-wrap:anywhere}
a{color:var(--accent)}
input{accent-color:var(--accent)}
.quiet{color:var(--quiet);font-size:14px}
.row{display:flex;flex-wrap:wrap;gap:8px;list-style:none;margin:0 0 8px;padding:0}
.chip{display:inline-flex;align-items:center;min-height:44px;padding:8px 14px;border:1px solid var(--strong);border-radius:8px;background:var(--surface);color:var(--text);text-decoration:none}
.chip[aria-current]{background:var(--soft);border-color:var(--accent);font-weight:600}
label.chip{cursor:pointer;gap:8px}
label.chip:has(:checked){background:var(--soft);border-color:var(--accent);font-weight:600}
fieldset{border:0;margin:24px 0 0;padding:0}
legend{font-size:15px;font-weight:600;padding:0;margin:0 0 8px}
.field{display:block;margin:0 0 14px}
.field span{display:block;font-size:14px;margin-bottom:4px}
input[type=text],input[type=email],textarea{width:100%;min-height:44px;padding:10px 12px;border:1px solid var(--strong);border-radius:6px;background:var(--surface);color:inherit;font:inherit}
[aria-invalid=true]{border-color:var(--danger)!important}
button{min-height:44px;padding:10px 20px;border:0;border-radius:6px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button.danger{background:var(--danger)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.problem{background:var(--danger-soft);color:var(--danger);border-radius:8px;padding:10px 14px}
.trap{position:absolute;left:-9999px}
dl{margin:0 0 16px}
dt{color:var(--quiet);font-size:14px}
dd{margin:0 0 8px;overflow-wrap:anywhere}
`;
