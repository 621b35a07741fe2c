"""Generic questions, written for this project: their mean vector is the style of a question, which
``aim`` takes out, so that what is left is its topic. Which ones they are matters little, their
number (a dozen or more a language) a bit.
"""

from typing import Final

ENGLISH: Final = (
    "What did my sister say about the new kitchen?",
    "When did we last talk about the garden?",
    "Where does my neighbour work?",
    "Who helped me move the furniture?",
    "How many plants do I own?",
    "Which restaurant did my boss like?",
    "Why was the meeting cancelled?",
    "What is the name of my dentist?",
    "Can you recommend a good place to eat?",
    "What should I cook tonight?",
    "What are some good ways to learn to paint?",
    "How do I fix a leaking tap?",
    "What kind of music does he enjoy?",
    "Did she ever visit the lighthouse?",
    "What are the best laptops for students?",
    "Could you suggest a few ideas for the weekend?",
    "How long has he been playing chess?",
    "What did they decide about the budget?",
    "When is the delivery due?",
    "What was the colour of the car that she rented?",
    "What would be a nice present for my uncle?",
    "Do you remember where I parked?",
    "How did the interview go for him?",
    "What has changed since the last report?",
    "Which of the two options did I prefer?",
    "How can I sleep better?",
    "What happened after the storm?",
    "Who is coming to the party?",
    "What is a good way to plan a hike?",
    "Is there anything I should know before the trip?",
)

CHINESE: Final = (
    "我妹妹对新厨房说了什么？",
    "我们上次是什么时候聊到花园的？",
    "我的邻居在哪里上班？",
    "谁帮我搬了家具？",
    "我一共养了几盆植物？",
    "老板喜欢哪家餐厅？",
    "会议为什么取消了？",
    "我的牙医叫什么名字？",
    "你能推荐一个吃饭的好地方吗？",
    "今晚我该做什么菜？",
    "学画画有哪些好办法？",
    "水龙头漏水怎么修？",
    "他喜欢哪一类音乐？",
    "她去过那座灯塔吗？",
    "适合学生的笔记本电脑有哪些？",
    "周末有什么安排可以推荐？",
    "他下棋下了多久？",
    "他们对预算作了什么决定？",
    "快递应该哪天送到？",
    "她租的那辆车是什么颜色？",
    "送叔叔什么礼物比较好？",
    "你还记得我把车停在哪里吗？",
    "他的面试结果怎么样？",
    "上次汇报之后有哪些变化？",
    "两个方案里我更喜欢哪一个？",
    "怎样才能睡得更好？",
    "暴风雨之后发生了什么？",
    "聚会都有谁来？",
    "计划一次徒步要注意什么？",
    "出发之前我需要知道什么？",
)


def questions(chinese: bool) -> tuple[str, ...]:
    """The generic questions in the language of a query."""
    return CHINESE if chinese else ENGLISH
