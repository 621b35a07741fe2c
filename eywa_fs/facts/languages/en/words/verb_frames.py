"""Verb + what follows it -> predicate: the table that ``frames.py`` reads."""

from __future__ import annotations

#: verbs | words that must follow (``+`` joins a sequence, ``,`` alternatives, ``-`` nothing)
#: | class of the object (``*`` any) | predicate | polarity (``+`` as said, ``!`` reversed)
#: | how a date bounds it: for the present, then for the simple past. The first row that fits wins.
TABLE = """
live                     | on,off           | food      | diet       | + | state  over
live reside dwell        | in,at,near,outside,around | place | lives_in  | + | state  over
live                     | above,behind,opposite | place | lives_in      | + | state  over
live                     | on,on+the        | site      | lives_in   | + | state  over
move relocate emigrate immigrate | to,into | place | moved_to | + | plan begins
settle                   | in,near,down+in  | place     | lives_in   | + | begins begins
base                     | in,at,out+of     | place     | lives_in   | + | state  over
move relocate emigrate | back+to,over+to,out+to,down+to,up+to | place | moved_to | + | plan begins
grow | up+in,up+on,up+near,up+outside,up+around | place | from | + | none   none
grow | up+over,up+above,up+by,up+behind | place | from | + | none   none
grow                     | up+at            | place     | from       | + | none   none
raise                    | in,on,near       | place     | from       | + | none   none
come hail                | from,originally+from | place     | from       | + | none   none
work                     | as               | *         | works_as   | + | state  over
work                     | at,for           | *         | works_at   | + | state  over
work                     | with             | employer  | works_at   | + | state  over
work                     | in               | workplace | works_at   | + | state  over
work                     | in               | field     | works_as   | + | state  over
study train              | at               | *         | studies_at | + | state  over
go                       | to               | school    | studies_at | + | state  over
attend                   | -                | school    | studies_at | + | state  over
graduate                 | from             | *         | studies_at | + | over   over
major minor              | in               | *         | studies    | + | state  over
study train read         | for              | degree    | studies    | + | state  over
study learn              | -                | subject   | studies    | + | state  over
speak                    | -                | language  | speaks     | + | state  over
support                  | -                | name      | prefers    | + | state  over
meet                     | -                | name      | met        | + | plan   event
bump run                 | into             | name      | met        | + | plan   event
visit                    | -                | *         | visited    | + | plan   event
fly travel               | to,out+to,over+to | place     | visited    | + | plan   event
use                      | -                | *         | uses       | + | state  over
rely depend              | on               | *         | uses       | + | state  over
swear                    | by               | *         | prefers    | + | state  over
bank shop                | with,at          | *         | uses       | + | state  over
drive                    | -                | fleet     | works_as   | + | state  over
drive ride               | -                | vehicle   | owns       | + | state  over
wear                     | -                | aid       | uses       | + | state  over
own                      | -                | pet       | has_pet    | + | state  over
own                      | -                | *         | owns       | + | state  over
adopt rescue foster      | -                | pet       | has_pet    | + | begins begins
adopt                    | -                | child     | has_child  | + | begins begins
marry                    | -                | name      | spouse     | + | begins begins
believe                  | in               | *         | believes   | + | state  over
take use inject          | -                | treatment | health     | + | state  over
suffer                   | from,with        | *         | health     | + | state  over
struggle live            | with             | condition | health     | + | state  over
undergo                  | -                | *         | health     | + | plan   event
catch                    | -                | condition | health     | + | event  event
teach                    | -                | subject   | works_as   | + | state  over
weigh                    | in+at,-          | number    | health     | + | begins begins
diagnose                 | with             | *         | health     | + | begins begins
break sprain fracture twist tear | -                | body      | health     | + | event event
dislocate strain rupture bruise burn | -                | body      | health     | + | event event
injure hurt chip crack bust | -                | body      | health     | + | event event
volunteer                | at,for,with,in   | *         | works_at   | + | state  over
teach                    | at               | *         | works_at   | + | state  over
intern                   | at,for,with      | *         | works_at   | + | begins over
freelance                | as               | *         | works_as   | + | state  over
specialise specialize    | in               | *         | works_as   | + | state  over
quit leave delete        | -                | app       | uses       | + | over over
join                     | -                | app       | uses       | + | plan begins
quit leave | my+job+at,my+job+with,the+job+at | employer_name | works_at | + | over   over
quit leave               | my+job+as        | any       | works_as   | + | over   over
quit leave               | -                | school    | studies_at | + | over   over
quit leave               | -                | company   | works_at   | + | over   over
quit leave               | my               | jobword   | stopped    | + | begins begins
quit leave               | -                | society   | stopped    | + | begins begins
start begin enrol enroll | at | school   | studies_at | + | plan begins
start begin              | - | schoolword | studies_at | + | plan begins
start begin              | my,his,her,their | training | studies | + | plan begins
lose                     | -                | body      | health     | + | event event
start begin | a+new+job+at,a+job+at,my+new+job+at | employer_name | works_at | + | plan begins
start begin | work+at,working+with | employer_name | works_at | + | plan begins
start begin | working+at,working+for,at,my+job+at | employer_name | works_at | + | plan begins
start begin              | a+new+job+with   | employer_name | works_at   | + | plan begins
start begin | a+new+job+as,a+job+as,as,working+as | any | works_as | + | plan begins
join                     | -                | company   | works_at   | + | plan   begins
hire                     | as               | *         | works_as   | + | begins begins
hire                     | by,at            | *         | works_at   | + | begins begins
post transfer            | to,out+to        | place     | moved_to   | + | begins begins
accept admit             | to,into,at       | school    | studies_at | + | begins begins
see date                 | -                | person    | relation   | + | state  over
start begin | liking,loving,enjoying,hating | any | prefers | + | begins begins
listen                   | to               | *         | other      | + | state  over
bring                    | me+up+in         | foreign   | from       | + | none   none
avoid                    | -                | food      | diet       | ! | state  over
avoid                    | -                | *         | prefers    | ! | state  over
follow keep eat          | -                | regime    | diet       | + | state  over
give                     | up,up+on         | dwelling  | lives_in   | + | over over
give                     | up,up+on         | trade_word | works_as  | + | over over
give                     | up,up+on         | vehicle_word | owns    | + | over over
give                     | up,up+on         | any       | stopped    | + | begins begins
pack cut                 | in,out           | any       | stopped    | + | begins begins
quit stop                | using            | any       | uses       | + | over   over
quit stop                | wearing          | any       | uses       | ! | begins begins
quit stop                | working+at,working+for | employer_name | works_at   | + | over   over
get                      | -                | condition | health     | + | state  event
quit stop                | -                | activity  | stopped    | + | begins begins
take                     | up               | any       | started    | + | begins begins
do                       | -                | trade     | works_as   | + | state  over
owe                      | -                | money     | other      | + | state  over
take catch               | -                | transport | other      | + | state  over
decide                   | against          | any_plan  | plans_to   | ! | plan   plan
drop                     | out+of           | school    | studies_at | + | over   over
drop                     | out+of           | *         | studies    | + | over   over
go get                   | to,back+from     | foreign   | visited    | + | plan   event
be                       | to               | place     | visited    | + | event  event
promote                  | to               | *         | works_as   | + | begins begins
fall                     | out+with         | name      | relation   | + | begins begins
get                      | a+place+at,accepted+at | any | studies_at | + | begins begins
get                      | accepted+into,accepted+to | any | studies_at | + | begins begins
get                      | into             | school    | studies_at | + | begins begins
get                      | into,back+into,really+into | activity  | started    | + | begins begins
drop                     | -                | discipline | studies   | ! | begins begins
pick                     | up               | language  | speaks     | + | state state
pick                     | up               | discipline | studies   | + | begins begins
start begin              | learning,studying | *         | studies    | + | begins begins
start begin              | -                | activity  | started    | + | begins begins
join                     | -                | *         | started    | + | begins begins
retire                   | from             | *         | stopped    | + | begins begins
subscribe                | to               | *         | uses       | + | state  over
sign                     | up+to,up+with    | app       | uses       | + | begins begins
buy purchase             | -                | pet       | has_pet    | + | begins begins
buy purchase             | -                | durable   | owns       | + | begins begins
get                      | -                | pet       | has_pet    | + | begins begins
get                      | -                | bought    | owns       | + | begins begins
inherit                  | -                | pet       | has_pet    | + | begins begins
inherit                  | -                | *         | owns       | + | begins begins
drive cycle hike travel trek | around,across,through | foreign | visited | + | plan event
tour explore backpack holiday | -,in,around,through | foreign | visited | + | plan event
vacation honeymoon       | -,in             | foreign   | visited    | + | plan event
take                     | lessons+in,classes+in | any  | studies    | + | state over
take                     | a+class+in,a+course+in | any | studies    | + | state over
enrol enroll             | on,in,at         | *         | studies    | + | begins begins
sell                     | -                | durable   | owns       | + | over   over
pick                     | up+a,up+an       | durable   | owns       | + | begins begins
keep raise breed         | -                | pet       | has_pet    | + | state  over
hold                     | -                | paper     | has        | + | state  over
keep                     | -                | bees      | has        | + | state  over
run manage own           | -                | business  | works_as   | + | state  over
work                     | from+home,remotely | *         | other      | + | state  over
work                     | -                | shift     | schedule   | + | state  over
do                       | -                | degree    | studies    | + | state  over
move | here+from,from,over+from,back+from,out+from | place | lives_in | + | over over
move | up+from,down+from | place | lives_in | + | over over
turn                     | -                | number    | age        | + | begins begins
play                     | -                | instrument | can       | + | state  over
play                     | -                | *         | other      | + | state  over
earn make                | -                | money     | other      | + | state  over
"""
