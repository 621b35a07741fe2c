"""A page that lists the API from its OpenAPI document. It needs nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

_STYLE: Final = """
:root{color-scheme:light dark;--line:#8885}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
summary{cursor:pointer;padding:.4rem 0}
details{border-bottom:1px solid var(--line)}
code,pre{font:.875em/1.4 ui-monospace,monospace}
pre{overflow:auto;border:1px solid var(--line);padding:.6rem;border-radius:.3rem}
.verb{display:inline-block;min-width:4.5em;font-weight:600}
h2{margin-top:2rem}
"""

_SCRIPT: Final = """
const main=document.querySelector('main');
const el=(name,text,cls)=>{const e=document.createElement(name);
 if(text)e.textContent=text;if(cls)e.className=cls;return e};
const plain=(doc,s,depth)=>{if(!s||depth>6)return s;
 if(s.$ref)return plain(doc,doc.components.schemas[s.$ref.split('/').pop()],depth+1);
 if(Array.isArray(s))return s.map(x=>plain(doc,x,depth+1));
 if(typeof s!=='object')return s;
 return Object.fromEntries(Object.entries(s).map(([k,v])=>[k,plain(doc,v,depth+1)]))};
const shown=(doc,title,content)=>{const box=document.createDocumentFragment();
 for(const [type,media] of Object.entries(content||{})){box.append(el('p',title+' '+type));
  box.append(el('pre',JSON.stringify(plain(doc,media.schema,0),null,1)))}return box};
fetch('openapi.json').then(r=>r.json()).then(doc=>{
 document.title=doc.info.title;main.replaceChildren(el('h1',doc.info.title+' '+doc.info.version));
 main.append(el('p',doc.info.description));
 const groups=new Map();
 for(const [path,verbs] of Object.entries(doc.paths))for(const [verb,op] of Object.entries(verbs)){
  const tag=(op.tags||['other'])[0];if(!groups.has(tag))groups.set(tag,[]);
  groups.get(tag).push([verb,path,op])}
 for(const [tag,ops] of groups){main.append(el('h2',tag));
  for(const [verb,path,op] of ops){const d=el('details'),s=el('summary');
   s.append(el('span',verb.toUpperCase(),'verb'),el('code',path));d.append(s);
   d.append(el('p',op.description||op.summary));
   for(const p of op.parameters||[])d.append(el('p',
    p.in+' '+p.name+(p.required?' (required)':'')+': '+(p.description||'')));
   if(op.requestBody)d.append(shown(doc,'request',op.requestBody.content));
   for(const [code,r] of Object.entries(op.responses)){
    d.append(el('p',code+': '+r.description));
    if(code[0]==='2')d.append(shown(doc,'answer',r.content))}
   main.append(d)}}
}).catch(e=>{main.textContent='openapi.json cannot be read: '+e});
"""

PAGE: Final = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>eywa-fs</title>
<style>{_STYLE}</style></head><body><main>Reading openapi.json …</main>
<script>{_SCRIPT}</script></body></html>
"""


def _allowed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


POLICY: Final = (
    f"default-src 'none'; style-src {_allowed(_STYLE)}; script-src {_allowed(_SCRIPT)}; "
    "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page may run its own script, read the document beside it, and nothing else."""
