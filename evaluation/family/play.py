"""Plays conversations.jsonl into a fresh root, asks questions.jsonl with before_llm, prints figures; blocks go to blocks.jsonl.
usage: play.py [ROOT]   (run with /tmp/bbvenv/bin/python)"""
import json,sys,os,re,shutil
from datetime import datetime
from collections import defaultdict,Counter
from eywa_fs import EywaMemory
here=os.path.dirname(os.path.abspath(__file__)); root=sys.argv[1] if len(sys.argv)>1 else here+'/root'
shutil.rmtree(root,ignore_errors=True)
L=lambda n:[json.loads(l) for l in open(f'{here}/{n}.jsonl',encoding='utf8')]
ms=lambda s:int(datetime.fromisoformat(s).timestamp()*1000)
conv=defaultdict(list); qs=defaultdict(list)
for c in L('conversations'): conv[c['user']].append(c)
for q in L('questions'): qs[q['user']].append(q)
norm=lambda s:re.sub(r'\s+',' ',s).strip()
out=open(f'{here}/blocks.jsonl','w',encoding='utf8'); rows=[]
MARK=re.compile(r'\(older|no longer so|own word|taken back|mistake|\(was|said until|outdated',re.I)
with EywaMemory(root) as m:
    def ask(u,q,as_of):
        c=m.before_llm(q['question'],session_id=q['session'],user_id=u,as_of=as_of)
        b=c.context; lines=b.split('\n'); nb=norm(b)
        got=[any(norm(t) in nb for t in alt) for alt in q['alternatives']]
        st=[]
        for t in q['stale']:
            if norm(t) not in nb: st.append('absent'); continue
            head=norm(t.split('\n')[0]); l=[x for x in lines if head in norm(x)]
            st.append('marked' if l and all(MARK.search(x) for x in l) else 'UNMARKED')
        r=dict(q,got=got,stale_state=st,block=b,degraded=list(c.degraded)); rows.append(r)
        out.write(json.dumps(r,ensure_ascii=False)+'\n')
    for u,cs in conv.items():
        mid=sorted((q for q in qs[u] if q['after']<len(cs)),key=lambda q:q['after']); i=0
        for q in mid+[None]:
            stop=q['after'] if q else len(cs)
            while i<stop:
                c=cs[i]
                if c['role']=='user' and i+1<len(cs) and cs[i+1]['role']=='assistant' and i+1<stop:
                    m.after_llm(c['text'],cs[i+1]['text'],session_id=c['session'],timestamp=ms(c['at']),user_id=u); i+=2
                else: m.append(c['text'],c['role'],session_id=c['session'],timestamp=ms(c['at']),user_id=u); i+=1
            if q:
                m.wait_indexed(60) if False else m.index()
                ask(u,q,ms(cs[i-1]['at'])+3600_000)
        m.index()
        end=[q for q in qs[u] if q['after']>=len(cs)]
        for q in sorted(end,key=lambda q:q['chain']):
            ask(u,q,None)
            if q['chain']: m.after_llm(q['question'],'好的。' if q['lang']=='zh' else 'Let me see.',session_id=q['session'],user_id=u)
    print(m.status() if '-v' in sys.argv else '')
out.close()
for key in ('user','lang'):
    print('\n'+key)
    for k in dict.fromkeys(r[key] for r in rows):
        R=[r for r in rows if r[key]==k]; E=[r for r in R if r['evidence']]
        S=[x for r in R for x in r['stale_state']]
        N=[r for r in R if not r['evidence']]
        print(f"{k}: questions {len(R)}, with evidence {len(E)}, all evidence in block {sum(all(r['got']) for r in E)}, stale texts {Counter(S)}, never said {len(N)} of which block has records {sum('[' in r['block'] for r in N)}")
print('\nMISSES')
for r in rows:
    if not all(r['got']) or 'UNMARKED' in r['stale_state']:
        print(r['user'],r['after'],'|',r['question'],'|',r['why'],'| got',r['got'],'stale',r['stale_state'])
