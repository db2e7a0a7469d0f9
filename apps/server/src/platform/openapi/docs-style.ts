/** The look of `/docs`: follows the system between light and dark, and folds to one column when it is narrow. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--line:light-dark(#dfe4ea,#2c3642);--soft:light-dark(#f4f6f9,#1a222c);--text:light-dark(#17202a,#dfe6ee);--weak:light-dark(#5a6673,#98a5b3);--link:light-dark(#0b62c4,#6db3ff);--ground:light-dark(#fff,#12181f)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:15px/1.55 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
a{color:var(--link)}
header{padding:20px 24px 12px;border-bottom:1px solid var(--line)}
h1{margin:0 0 4px;font-size:24px}h1 small,nav small,th small,.count{color:var(--weak);font-weight:400}
h1 small{font-size:14px}.links{display:flex;flex-wrap:wrap;gap:16px;margin:4px 0 12px}.count{margin:8px 0 0;font-size:13px}
form{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
input[type=search]{flex:1 1 200px;max-width:420px;padding:7px 10px;border:1px solid var(--line);border-radius:6px;background:var(--ground);color:inherit;font:inherit}
button{padding:7px 14px;border:1px solid var(--line);border-radius:6px;background:var(--soft);color:inherit;font:inherit;cursor:pointer}
.body{display:grid;grid-template-columns:230px minmax(0,1fr)}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:16px 8px 16px 24px}
nav ul{list-style:none;margin:0;padding:0}nav li{padding:2px 0;overflow-wrap:anywhere}
main{padding:8px 24px 60px;max-width:1100px}
h2{margin:28px 0 8px;font-size:18px;scroll-margin-top:8px}h3{margin:12px 0 4px;font-size:14px;color:var(--weak)}
details{border:1px solid var(--line);border-radius:6px;margin:6px 0;padding:0 12px;overflow-wrap:anywhere}
details[open]{padding-bottom:12px}
summary{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline;padding:7px 0;cursor:pointer}
summary span{color:var(--weak);flex:1 1 180px}summary em{font-style:normal;font-size:12px;color:var(--weak);border:1px solid var(--line);border-radius:10px;padding:0 8px}
summary b{min-width:44px;font-size:12px}.get{color:light-dark(#0a6b3d,#5fd39b)}.post{color:light-dark(#8a4b00,#f0b35e)}
code,pre{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}
pre{margin:4px 0;padding:10px 12px;max-height:420px;overflow:auto;background:var(--soft);border-radius:6px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:4px 10px 4px 0;border-bottom:1px solid var(--line);font-weight:400}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media(max-width:800px){.body{grid-template-columns:minmax(0,1fr)}nav{position:static;max-height:180px;padding:12px 16px;border-bottom:1px solid var(--line)}main,header{padding-left:16px;padding-right:16px}}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
