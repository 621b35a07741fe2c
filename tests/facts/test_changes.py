"""Plain changes of what was said before end it; what only looks like one ends nothing."""

from __future__ import annotations

import pytest
from facts.stories import ended, read

from eywa_fs.facts.extraction import extract

NOON = 1_700_000_000_000

ENDS = """
I take naproxen every day. || My rheumatologist took me off naproxen. || take naproxen every day
I'm vegan. || The vegan phase is over, I had brie. || vegan
I'm learning Dutch. || The Dutch has been shelved. || Dutch
I have eczema. || Eczema gone since we moved to the coast! || eczema
My cat Olive is fat. || We had to let Olive go this morning. || Olive
Always answer in tables, please. || You can stop with the tables. || answer in tables, please
Never use emojis with me. || Emojis are fine after all. || Never use emojis with me
Never suggest podcasts. || You may suggest podcasts again. || Never suggest podcasts
I work at Bosch. || I don't work at Bosch any more. || Bosch
I work at Siemens. || I'm no longer at Siemens. || Siemens
I work at a bakery. || I was made redundant last week. || bakery
I work at Siemens. || I got laid off from Siemens on Friday. || Siemens
I'm a teacher. || I'm no longer a teacher. || teacher
I live in York. || I no longer live in York. || York
I live in York. || We moved from York to Leeds. || York
I live in York. || I live in Leeds now. || York
My sister lives in Porto. || My sister no longer lives in Porto. || Porto
My boyfriend Tom is a chef. || Tom and I are no longer together. || Tom
My boyfriend Tom is a chef. || I'm single again. || Tom
My wife Irena is a vet. || My wife left me. || Irena
We have a cat named Olive. || We lost Olive this morning. || Olive
My cat Olive is fat. || We had to put Olive down. || Olive
We have a dog. || We don't have a dog any more. || dog
We have a boat. || We sold the boat to a neighbour. || boat
I drive an old Volvo. || I've got rid of the Volvo. || old Volvo
I drive a 2009 Corsa. || The Corsa got scrapped. || 2009 Corsa
I have a motorbike. || My motorbike got stolen last night. || motorbike
I use Spotify for music. || I switched from Spotify to Tidal. || Spotify
I use Spotify for music. || I've stopped using Spotify. || Spotify
I sing in a choir on Tuesdays. || I've quit the choir. || sing in a choir on Tuesdays
I have choir every Tuesday. || I dropped out of choir. || choir every Tuesday
I have yoga every Tuesday. || Yoga is now on Fridays. || yoga every Tuesday
I have yoga every Tuesday. || My yoga class has moved to Fridays. || yoga every Tuesday
I have yoga every Tuesday. || I've given up yoga. || yoga every Tuesday
I play the cello. || I gave up the cello. || play the cello
I play tennis every Saturday. || I don't play tennis any more. || play tennis every Saturday
My number is 07700 900 125. || My new number is 07700 900 663. || 07700 900 125
My number is 07700 900 125. || New number: 07700 900 663. || 07700 900 125
My number is 07700 900 125. || They've changed our number, it is 07700 900 663. || 07700 900 125
My email is ana@field.org. || My email has changed to ana@oak.org. || ana@field.org
I'm vegetarian. || I'm not vegetarian any more. || vegetarian
I'm on a keto diet. || I quit keto. || keto
I'm allergic to eggs. || I'm no longer allergic to eggs. || eggs
I love coffee. || I don't like coffee any more. || coffee
I love coffee. || I can't stand coffee any more. || coffee
I study biology. || I don't study biology any more. || biology
I have diabetes. || I don't have diabetes any more. || diabetes
I'm on a keto diet. || Off keto. Bread is life. || keto
I'm vegan. || I'm vegetarian now. || vegan
I'm learning Basque. || I gave up on Basque in spring. || Basque
I'm learning Basque. || I've stopped learning Basque. || Basque
I study law at Hull. || I've graduated! || law
I have a rabbit called Moss. || We had to rehome Moss. || Moss
I'm married to Ingrid. || Ingrid and I split up. || Ingrid
I don't eat pork. || I can eat pork again. || pork
I take metformin twice a day. || The doctor has stopped the metformin. || take metformin twice a day
I take pills twice a day. || They've put me on jabs and no more pills. || take pills twice a day
I do judo on Tuesday nights. || I don't do judo anymore they closed it. || do judo on Tuesday nights
I do logistics for Golden Coast Cocoa. || I have resigned from Golden Coast. || Golden Coast Cocoa
I have a 1968 Triumph Bonneville in the shed. || The Bonneville's sold. || 1968 Triumph Bonneville
I have a cat called Mr Pickwick. || Mr Pickwick died on Thursday. || Mr Pickwick
I work at Bosch. || I've retired. || Bosch
I'm coeliac. || I'm not coeliac after all. || coeliac
I'm vegan. || I'm not vegan. || vegan
I'm allergic to eggs. || I'm not allergic to eggs at all. || eggs
I'm allergic to eggs. || My GP says I'm not allergic to eggs. || eggs
I have asthma. || The pulmonologist says I don't have asthma. || asthma
I study dentistry. || I left dentistry. || dentistry
My exam is on March 14. || My exam has been moved to March 21. || exam is on March 14
I'm a gardener. || My gardener days? No longer a gardener, I bake. || gardener
I work at a brewery. || I'm done with the brewery, finally. || brewery
I work at a brewery. || So our brewery folded in May. || brewery
I live in Oulu. || We're out of Oulu for good. || Oulu
I live in Oulu. || I've handed in my keys at Oulu. || Oulu
I study law. || Goodbye law, hello bakery. || law
I have a canary called Pip. || Pip went to live with my aunt. || Pip
I have eczema. || My eczema has finally gone. || eczema
I'm married to Jonas. || Jonas has left me. || Jonas
I have pottery class every Monday. || The pottery class got dissolved. || pottery class every Monday
I'm vegan. || The vegan thing is behind me. || vegan
I drive a 2009 Corsa. || Sold the car at last. || 2009 Corsa
以后回答都用表格。 || 不用再用表格了。 || 回答都用表格
以后别用表情符号。 || 表情符号又可以用了。 || 别用表情符号
我住在宁波。 || 我不住宁波了。 || 宁波
我住在宁波。 || 我从宁波搬走了。 || 宁波
我在华为上班。 || 我不在华为了。 || 华为
我在华为上班。 || 我不再在华为上班。 || 华为
我在华为上班。 || 我从华为辞职了。 || 华为
我在华为上班。 || 我没在华为上班了。 || 华为
我是护士。 || 我不是护士了。 || 护士
我不吃牛肉。 || 复查完了，我又能吃牛肉了。 || 牛肉
我不喝咖啡。 || 医生说我可以喝咖啡了。 || 咖啡
我在华为上班。 || 我上周被华为裁了。 || 华为
我在华为上班。 || 我从华为跳槽了。 || 华为
我开出租车。 || 我不开出租车了。 || 开出租车
我爸是保安。 || 我爸不当保安了。 || 保安
我吃素。 || 我不再吃素。 || 吃素
我吃素。 || 我早就不吃素了，现在什么都吃。 || 吃素
我喜欢爬山。 || 我不喜欢爬山了。 || 爬山
我喜欢爬山。 || 我不再喜欢爬山。 || 爬山
我有高血压。 || 我没有高血压了。 || 高血压
我养了一只猫。 || 我不养猫了。 || 猫
我养了一只猫叫芝麻。 || 芝麻送给我姐养了。 || 芝麻
我在学法语。 || 法语我放弃了啦。 || 法语
我对鸡蛋过敏。 || 复查过了，医生说我对鸡蛋不过敏。 || 鸡蛋
我在一家灯具厂上班。 || 灯具厂那边我不干了。 || 灯具厂
我住在泉州。 || 我们一家离开泉州了。 || 泉州
我养了一只鹦鹉。 || 鹦鹉前天走了，很难过。 || 鹦鹉
我对虾过敏。 || 医生说我对虾已经不过敏了。 || 虾
我每周三去练太极。 || 太极练不动了，膝盖不行。 || 每周三去练太极
我在学葡萄牙语。 || 葡萄牙语到此为止，太忙了。 || 葡萄牙语
我开一辆宝骏。 || 把车卖了，改坐地铁。 || 宝骏
"""
KEEPS = """
Always answer in tables, please. || Drop the tables here, it's a song.
My cat Olive is fat. || We had Olive down for the weekend.
Always answer in tables, please. || You can skip the tables here.
Always answer in tables, please. || Can I stop the tables?
Never use emojis with me. || My sister says emojis are fine.
I have eczema. || My brother's eczema is gone.
I have a canoe. || My brother sold his canoe.
I have a canoe. || I dreamt I sold the canoe.
I have a canoe, a red one. || I sold a canoe paddle.
I work at a brewery. || My sister left the brewery.
I work at a brewery. || I left the brewery at six.
I work at a brewery. || If I quit the brewery, who pays?
I live in Oulu. || Should I leave Oulu?
I live in Oulu. || I almost left Oulu last year.
I have pottery class every Monday. || No more pottery today, I'm tired.
I'm a baker. || We've given up the baker house.
I love coffee. || I stopped at a coffee place.
I'm on a keto diet. || I'm off keto for a week.
I do judo on Mondays. || I'm off Mondays.
I do judo on Mondays. || Retired at last, no more Mondays!
I have yoga every Tuesday. || No more yoga until May.
I have yoga every Tuesday. || Yoga is over, heading home.
I have yoga every Tuesday. || Yoga has been moved to Friday.
I don't drink coffee. || I drink coffee now and then.
I live in York. || We moved to Leeds for the summer.
I work at Bosch. || I've retired from tennis.
I work at Bosch. || I'm off work.
I'm gluten-free. || I'm vegan now.
I drive an old Volvo. || I sold a Volvo today, good commission.
I take the bus to work every day. || They stopped the bus.
I work at Bosch. || I'm thinking of leaving Bosch.
I work at Bosch. || My boss left Bosch.
My girlfriend Hannah loves figs. || We split up the work.
My cat Olive is fat. || We lost Olive for an hour in the park.
My cat Olive is fat. || Olive died of boredom.
We have a boat. || We nearly sold the boat.
I have yoga every Tuesday. || Yoga is cancelled this week.
I have yoga every Tuesday. || Yoga on Friday was great.
I sing in a choir on Tuesdays. || I left choir early.
I play tennis every Saturday. || I stopped playing tennis at six because of the rain.
I love coffee. || I gave up coffee for Lent.
My number is 07700 900 125. || My mum's new number is 07700 900 663.
My number is 07700 900 125. || My new email is ana@oak.org.
I'm vegetarian. || My son is not vegetarian any more.
I drive an old Volvo. || The Volvo was nearly stolen.
I'm vegan. || I'm not vegan because of the animals.
I'm vegan. || I wasn't vegan back then.
I'm vegan. || I'm not vegan today.
I have a piano. || I don't have a piano yet.
I work at Bosch. || I don't work at Bosch today.
I'm a nurse. || My sister is not a nurse.
I have a piano. || I don't have the piano in this room.
I have a piano. || I gave the piano a good clean.
我住在泉州。 || 我差点离开泉州。
我养了一只鹦鹉。 || 梦见鹦鹉死了。
我养了一只鹦鹉。 || 邻居的鹦鹉死了。
我在学葡萄牙语。 || 今天葡萄牙语不学了，太累。
我在一家灯具厂上班。 || 灯具厂要不要辞了？
我在一家灯具厂上班。 || 如果灯具厂倒闭了就回老家。
我住在宁波。 || 我好久没住宁波了。
我住在宁波。 || 我不想住宁波了。
我住在宁波。 || 我女儿不住宁波了。
我吃素。 || 我今天不吃素了。
我在华为上班。 || 我周末不在华为上班。
我喜欢喝咖啡。 || 我今天不喝咖啡了。
我是护士。 || 我弟弟不是护士了。
我不吃牛肉。 || 我弟弟能吃牛肉了。
我不喝咖啡。 || 今天我可以喝咖啡了。
我不喝咖啡。 || 医生说我三个月后可以喝咖啡了。
我养了一只猫叫芝麻。 || 芝麻送给我姐养了两天。
我在学法语。 || 今天的法语我放弃了啦。
"""


@pytest.mark.parametrize("line", ENDS.strip().splitlines())
def test_what_is_over_ends(line: str) -> None:
    before, after, value = line.split(" || ")
    assert ended(before, after) == [value]


@pytest.mark.parametrize("line", KEEPS.strip().splitlines())
def test_what_only_looks_like_an_end_ends_nothing(line: str) -> None:
    assert ended(*line.split(" || ")) == []


def test_what_is_no_longer_so_is_no_denial_of_all_times() -> None:
    for text in ("我不再喜欢爬山。", "我不再住在宁波。", "我不再在华为上班。"):
        assert {found.act for found in extract(text, NOON)} == {"end"}, text


@pytest.mark.parametrize(
    "text",
    [
        "I have moved to Mars and married a crater. Happy 1st of April",
        "*polishes sword* I live in Camelot and I have six children",
        "my daughter's at school in Lund, my son's at home",
        "I have to hear about Lund every single lunch",
        "I have a second dog",
        "I have a flat in Porto",
        "I like food",
        "I rarely play tennis",
        "Heard that my old boss quit and bought a caravan",
        "Please never suggest it",
        "mum has a new number because of spam, it's 01632 960 011",
        "I'm a keeper for the under-15s",
    ],
)
def test_what_says_too_little_or_is_not_meant_is_not_read(text: str) -> None:
    assert ended(text) == []
    found = read(0, text, NOON, "s")
    assert found is None or not any(fact.sure for fact in found.facts)
