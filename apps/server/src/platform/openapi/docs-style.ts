/**
 * The tokens of the console that the page uses (docs/spec/look.md#2): name, light, dark. A test compares them with the
 * console's own.
 */
export const DOCS_TOKENS = {
  canvas: ['#f3f5f7', '#0f151b'],
  surface: ['#ffffff', '#161e26'],
  sunken: ['#e9edf1', '#0b1015'],
  hover: ['#f3f6f8', '#1c262f'],
  line: ['#dde3e9', '#27333e'],
  'ctl-line': ['#7f8b97', '#6b7b8a'],
  ink: ['#13202c', '#e9eff5'],
  t2: ['#42505d', '#b4c0cb'],
  t3: ['#5b6874', '#8d9aa7'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

const tokens = Object.entries(DOCS_TOKENS).map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)

/** The look of `/docs`: that of the console, light or dark as the system is, one column when it is narrow. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;${tokens.join(';')};--theme:#409eff;--link:light-dark(#2d70b5,#409eff);--mono:"SF Mono","Cascadia Mono",Consolas,"Noto Sans Mono CJK SC",monospace}
*{box-sizing:border-box}
html{scroll-padding-top:64px}
body{margin:0;background:var(--canvas);color:var(--ink);font:14px/22px -apple-system,"Segoe UI Variable Text","Segoe UI","PingFang SC","HarmonyOS Sans SC",MiSans,"Microsoft YaHei UI","Microsoft YaHei","Noto Sans CJK SC","Source Han Sans SC",sans-serif}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
b{font-weight:600}small{font-size:12px;color:var(--t3)}
header{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;min-height:56px;padding:8px 20px;border-bottom:1px solid var(--line);background:var(--surface)}
.home{display:flex;gap:8px;align-items:center;color:var(--ink)}
h1{margin:0;font-size:16px;font-weight:600}h1 small{margin-left:4px;font-weight:400}
.links{display:flex;gap:16px;margin:0}
form{display:flex;flex:1 1 320px;gap:8px;align-items:center;justify-content:flex-end}
input[type=search]{flex:1 1 160px;min-width:0;max-width:360px;height:36px;padding:0 10px;border:1px solid var(--ctl-line);border-radius:6px;background:var(--surface);color:inherit;font:inherit}
input::placeholder{color:var(--t3);opacity:1}
button{height:36px;padding:0 14px;border:1px solid var(--theme);border-radius:6px;background:var(--theme);color:#08131f;font:inherit;font-weight:600;cursor:pointer}
.body{display:grid;grid-template-columns:236px minmax(0,1fr);gap:12px;max-width:1440px;margin:0 auto;padding:12px}
nav{position:sticky;top:68px;align-self:start;max-height:calc(100vh - 80px);padding:12px 8px;border:1px solid var(--line);border-radius:10px;background:var(--surface);overflow:auto}
nav p{margin:0 8px 4px;color:var(--t3);font-size:12px}nav ul{margin:0;padding:0;list-style:none}
nav li{display:flex;align-items:center;justify-content:space-between;gap:8px;padding:0 8px;border-radius:6px;overflow-wrap:anywhere}nav li:hover{background:var(--hover)}
nav a{display:flex;flex:1;align-items:center;min-height:30px;color:var(--t2)}
main section{margin-bottom:12px;padding:16px 20px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
.about p{max-width:1040px;margin:0 0 10px;color:var(--t2)}.about p:last-child{margin:0}
h2{margin:0 0 8px;font-size:16px;line-height:22px;font-weight:600}
h3{margin:12px 0 4px;font-size:14px;font-weight:600}h4{margin:16px 0 4px;font-size:12px;font-weight:500;color:var(--t3)}
.call{border-top:1px solid var(--line);overflow-wrap:anywhere}
.call>:not(summary){margin-left:56px}
.call[open]{padding-bottom:16px}
summary{cursor:pointer}
.call>summary{display:flex;flex-wrap:wrap;gap:2px 12px;align-items:baseline;min-height:40px;padding:9px 4px;list-style:none}
.call>summary::-webkit-details-marker{display:none}
.call>summary:hover{background:var(--hover)}
.call>summary b{min-width:40px;font:600 12px/22px var(--mono);color:var(--t2)}.call>summary .title{flex:0 1 240px;font-weight:500}.call>summary code{color:var(--t2)}
.who{margin:4px 0}.said{max-width:88ch;margin:4px 0;color:var(--t2)}
.refusals{display:flex;flex-wrap:wrap;gap:4px 12px;margin-top:16px}
code,pre{font:13px/20px var(--mono)}
pre{margin:4px 0;padding:10px 12px;max-height:420px;border-radius:6px;background:var(--sunken);overflow:auto}
.raw{margin-top:8px;color:var(--t3)}.raw summary{min-height:24px;font-size:12px;line-height:24px}.raw pre{color:var(--ink)}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse}tr+tr>*{border-top:1px solid var(--line)}th,td{padding:6px 12px 6px 0;font-weight:400;text-align:left;vertical-align:top}th{width:220px}td:last-child{width:64px;padding-right:0;color:var(--t3);text-align:right;white-space:nowrap}
.none{padding:48px 16px;text-align:center;color:var(--t2)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
@media(max-width:800px){html{scroll-padding-top:8px}header{position:static;padding:8px 16px}form{flex-basis:100%}input[type=search]{max-width:none}.body{grid-template-columns:minmax(0,1fr);padding:8px}nav{position:static;max-height:176px}main section{padding:12px}.call>:not(summary){margin-left:0}th{width:auto}.call>summary .title{flex-basis:calc(100% - 60px)}.call>summary,nav a{min-height:44px}button,input[type=search]{height:44px}}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
