/** The style sheet of the HTML report: both themes, by what the reader's system prefers. */
export const HTML_STYLE = `
:root{color-scheme:light dark;--ground:#f6f7f8;--panel:#fff;--line:#dfe3e8;--text:#1b2128;--dim:#5c6773;--faint:#667280;
--accent:#2563eb;--passed:#12784a;--failed:#c02f2a;--not:#5f6b77;--warning:#8a5200;--soft-passed:#e3f4ea;--soft-failed:#fce9e7;
--soft-not:#eceff2;--soft-warning:#fdf1dc;--data:#f1f3f5}
@media (prefers-color-scheme:dark){:root{--ground:#14171b;--panel:#1b1f24;--line:#2b3138;--text:#e4e8ec;--dim:#a0abb6;
--faint:#8b97a3;--accent:#6ea0ff;--passed:#4cc38a;--failed:#f2776f;--not:#93a0ac;--warning:#e5a94b;
--soft-passed:#173226;--soft-failed:#3a2020;--soft-not:#272d34;--soft-warning:#37290f;--data:#14171b}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:13px/19px "Inter Variable",Inter,system-ui,sans-serif;
font-variant-numeric:tabular-nums}
header,main,footer{max-width:1120px;margin:0 auto;padding:0 20px}
header{padding-top:24px}
h1{font-size:15px;line-height:22px;margin:0;overflow-wrap:anywhere}
h2{font-size:11px;line-height:16px;font-weight:600;color:var(--dim);margin:20px 0 6px}
.file,.dim{color:var(--dim)}
.file{font-weight:400;margin-left:8px}
.headline{font-size:20px;line-height:28px;font-weight:600;margin:12px 0 0}
.rates{margin:2px 0 10px;color:var(--dim)}
.notice{background:var(--soft-warning);color:var(--warning);border-radius:4px;padding:4px 10px;margin:6px 0;overflow-wrap:anywhere}
svg:not(.bar){position:absolute}
svg.bar{display:block;width:100%;height:6px;border-radius:3px}
.bar .passed{fill:var(--passed)}.bar .failed{fill:var(--failed)}.bar .not{fill:url(#hatch)}
#hatch path{stroke:var(--not);stroke-width:1.4;fill:none}
table{border-collapse:collapse;background:var(--panel);border:1px solid var(--line);border-radius:6px;width:100%}
th,td{padding:4px 12px;text-align:left;border-top:1px solid var(--line);height:28px}
thead th{border-top:0;font-size:11px;font-weight:600;color:var(--dim)}
tbody th{font-weight:500;overflow-wrap:anywhere}
td.n,th.n{text-align:right;white-space:nowrap}
td.wide{width:38%}
.chips{display:flex;gap:6px;flex-wrap:wrap;margin:20px 0 8px;padding:0;border:0}
.chips legend{font-size:11px;font-weight:600;color:var(--dim);padding:0;margin-bottom:6px}
input[name=verdict]{position:absolute;opacity:0}
.chips label{padding:3px 10px;border:1px solid var(--line);border-radius:12px;background:var(--panel);cursor:pointer}
.chips label:has(:checked){border-color:var(--accent);color:var(--accent);font-weight:600}
.chips label:has(:focus-visible),summary:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
body:has(#show-failed:checked) .case:not(.failed),body:has(#show-not:checked) .case:not(.not),
body:has(#show-passed:checked) .case:not(.passed){display:none}
.cases{background:var(--panel);border:1px solid var(--line);border-radius:6px}
.case{border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 30px}
.case:first-child{border-top:0}
.row{display:grid;grid-template-columns:15px minmax(120px,240px) minmax(0,1fr) auto;gap:12px;align-items:center;padding:5px 12px;
min-height:30px}
summary.row{cursor:pointer}
summary::-webkit-details-marker{display:none}
summary.row:hover{background:var(--soft-not)}
.id{font-weight:500;overflow-wrap:anywhere}
.what{color:var(--dim);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.marks{display:flex;gap:3px;align-items:center;white-space:nowrap}
.m{display:inline-block;flex:none;width:15px;height:15px;line-height:15px;border-radius:3px;text-align:center;font-size:11px;font-weight:700}
.m.passed{color:var(--passed);background:var(--soft-passed)}
.m.failed{color:var(--failed);background:var(--soft-failed)}
.m.not{color:var(--text);box-shadow:inset 0 0 0 1px var(--not);
background:repeating-linear-gradient(135deg,color-mix(in srgb,var(--not) 20%,transparent) 0 1px,transparent 1px 4px)}
.body{padding:4px 12px 14px 39px;border-top:1px solid var(--line)}
.asked{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:0 16px}
h3{font-size:11px;line-height:16px;font-weight:600;color:var(--dim);margin:10px 0 4px}
h4{display:flex;gap:8px;align-items:center;flex-wrap:wrap;font-size:13px;margin:16px 0 4px;font-weight:600}
h4 .dim{font-weight:400}
pre{margin:0;padding:6px 10px;background:var(--data);border:1px solid var(--line);border-radius:4px;white-space:pre-wrap;
overflow-wrap:anywhere;unicode-bidi:isolate;font:12.5px/19px "JetBrains Mono Variable","JetBrains Mono",ui-monospace,monospace;tab-size:4}
i[data-c]{font-style:normal;white-space:pre;position:relative}
i[data-c]::before{content:attr(data-c);color:var(--faint);font-size:.85em}
i[data-c="·"]{display:inline-block}
i[data-c="·"]::before{position:absolute}
i[data-c^="U+"]::before,i[data-c="NBSP"]::before{border:1px solid var(--line);border-radius:2px;padding:0 2px;margin:0 1px}
.grades{display:grid;grid-template-columns:15px minmax(100px,200px) 52px minmax(0,1fr);gap:4px 10px;margin:8px 0 0;align-items:start}
.grades>*{min-width:0;overflow-wrap:anywhere}
.grades .m{margin-top:2px}
.grades .score{text-align:right;color:var(--dim)}
.tag{background:var(--soft-not);border-radius:3px;padding:0 6px;font-weight:400}
.tag.stale{background:var(--soft-warning);color:var(--warning)}
.empty{padding:24px;text-align:center;color:var(--dim)}
.more summary{cursor:pointer;color:var(--dim)}
footer{padding-top:16px;padding-bottom:32px;color:var(--faint)}
@media (max-width:640px){.row{grid-template-columns:15px minmax(0,1fr) auto}.what{display:none}.body{padding-left:12px}
.grades{grid-template-columns:15px minmax(0,1fr) auto}.grades .reason{grid-column:2/-1}td.wide,th.wide{display:none}}
@media print{.chips{display:none}.case{content-visibility:visible}}
`
