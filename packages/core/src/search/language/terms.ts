// The table of the built-in dictionary: the field's terms in Chinese and English, as dictionary.ts reads it.

/**
 * For requests in one language and skills in the other.
 * Written by hand for this project from general knowledge; nothing is taken from a dictionary.
 *
 * A line is `Chinese word ... | translation, ...`: its Chinese words mean the same, and so do its translations.
 * The Chinese words, those of Taiwan and Hong Kong too, are in simplified characters: a text is folded by `TRADITIONAL`
 * before its words are looked up here. A word has 1 to 6 characters, and the longest that fits is taken,
 * so a compound needs a line only where its parts do not say it. A translation is one to three lower-case words,
 * and a skill must have them all.
 * Words are stemmed, so one form will do where the stems are equal (`deploy` and `deployment` differ).
 * A wrong or wide translation does more harm than a missing one.
 *
 * To add a line, put it where it sorts by code points; no Chinese word may stand twice.
 */
export const TERMS = `
三维 立体 | 3d
上下文 语境 | context
上传 | upload
上线 | deploy, launch
下载 | download
专利 | patent
个人 | personal
个人资料 个人简介 | profile
中文 | chinese
中间件 中介软体 | middleware
临床 | clinical
主题 话题 | theme, topic
习惯 | habit
书籍 电子书 | book, ebook
事件 | event
事务 | transaction
事故 | incident, postmortem
二维码 | qr code
云端 云服务 云平台 云计算 云原生 上云 | cloud
交互 互动 | interactive
交接 | handoff, handover
交易 | trading, transaction
产品 商品 | product
产品经理 | product manager
产物 制品 | artifact
人力资源 人资 人事 | human resources, hr
人工智能 人工智慧 | artificial intelligence, ai
人性化 | humanize
人脸 | face
仓库 储存库 | repository, repo
代理 代理服务器 反向代理 | proxy
代码 程式码 源码 原始码 | code
代码库 程式码库 | codebase
代码规范 编码风格 | lint, convention
令牌 权杖 | token
以太坊 | ethereum
仪表盘 仪表板 | dashboard
价格 | price
任务 | task
仿真 | simulation
企业 | enterprise
优先级 优先顺序 | priority, prioritize
优化 最佳化 调优 | optimize
会计 | accounting
会议 开会 | meeting
会议纪要 会议记录 会议纪录 | meeting, minutes
会话 | session
传感器 感测器 | sensor
估值 | valuation
估算 | estimate
位置 | location
作业 | homework, assignment
供应商 | supplier, vendor
供应链 | supply chain
依据 证据 | evidence
依赖 相依性 | dependency
侦察 | recon, reconnaissance
促销 优惠 折扣 | promotion, discount, coupon
保密协议 | nda
保险 | insurance
信函 信件 | letter
信号 讯号 | signal
信息 | information
信息图 资讯图表 | infographic
信用卡 | credit
修图 | photo editing, image editing, retouch
修复 修正 修好 | fix, repair
修改 变更 | modify, change
修订 | revision, revise
候选人 | candidate
假设 | hypothesis, assumption
健康 | health
健身 运动 | fitness, workout, exercise
儿童 孩子 | child, kid
元数据 元资料 | metadata
克隆 | clone
入职 | onboarding
全栈 | full stack, fullstack
公司 | company
公式 | formula
关键词 关键字 | keyword
兼容 相容 | compatible
内存 | memory
内容 | content
内核 | kernel
写作 撰写 编写 | write
冥想 | meditation
冲突 | conflict
决策 | decision
减肥 减重 | weight loss
凭证 凭据 | credential
出版 | publish
函数 函式 | function
函数库 函式库 程序库 类库 | library
分享 共享 | share
分区 | partition
分发 | distribution
分布式 分散式 | distributed
分支 | branch
分析 | analysis, analyze, analytics
分类 归类 类别 | classify, classification, category
分红 股息 | dividend
分解 拆解 | decompose, breakdown
分辨率 解析度 | resolution
分镜 | storyboard
分页 | pagination
创业 初创公司 新创 | startup, entrepreneur
创建 新建 建立 制作 创作 | create, creation
创意 点子 | idea, creative
初始化 | initialize, init
删除 移除 | delete, remove
利润 损益 | profit
利益相关者 利害关系人 干系人 | stakeholder
制造 | manufacturing
前端 | frontend
剧本 | screenplay
剪贴板 | clipboard
剪辑 | edit, clip
功能 | feature
功能开关 特性开关 | feature flag, feature toggle
加固 | hardening
加密 | encryption
加密货币 虚拟货币 比特币 | crypto, cryptocurrency, bitcoin
加速 提速 | speed
动图 | gif
动漫 漫画 | anime, comic, manga
动画 动效 | animation
助手 助理 | assistant
劳动 劳基法 就业 | labor, employment
化学 | chemistry, chemical
区块链 | blockchain
医学 医疗 | medical, medicine
升级 | upgrade
协作 | collaboration
协议 协定 | protocol
单元格 储存格 | cell
单元测试 单测 | unit test
单点登录 单一登入 | sso, single sign
单片机 微控制器 | microcontroller
单细胞 | single cell
单词 词汇 | vocabulary
博客 部落格 网志 | blog
卫星 遥感 | satellite
即时通讯 | messaging
历史 | history
压力测试 压测 | load test, stress test
压缩 | compress
压缩包 压缩档 | zip
原型 | prototype
原生 | native
去重 | deduplicate, duplicate
参数 | parameter, argument
参考文献 | bibliography, citation
双语 | bilingual
反思 | reflection
反编译 | decompile
反馈 意见回馈 | feedback
发布 发版 并发布 | release, publish
发票 | invoice
发送 寄送 | send
取证 | forensics
变换 | transform
变更日志 更新日志 发行说明 发布说明 版本说明 | changelog, release
变量 变数 | variable
叙事 | narrative, storytelling
可用性 易用性 | usability
可观测性 可观察性 | observability
可视化 视觉化 | visualization
可靠 | reliability
合同 合约 契约 | contract, agreement
合并 | merge, combine
合并请求 拉取请求 | pull request, merge request, pr
合规 法遵 | compliance
同步 | sync, synchronize
同行评审 审稿 | peer review
后端 后台 | backend
向量 | vector
吞吐 | throughput
告警 警报 报警 | alert
员工 | employee
周报 | weekly report
命令 指令 | command
命令行 命令列 | command line, cli
命名 | naming
咨询 顾问 | consulting
品牌 | brand
哈希 杂凑 | hash
响应 回应 | response, respond
响应式 | responsive
商业 业务 | business
商业智能 商业智慧 | business intelligence, bi
商标 | trademark
回复 答复 | reply
回归 | regression
回测 | backtest
回滚 回退版本 | rollback
回调 回呼 | callback, webhook
回退 降级 | fallback
因果 | causal
团队 | team
固件 韧体 | firmware
国际化 | i18n, internationalization
图标 图示 | icon
图片 图像 影像 图档 | image, picture
图纸 | drawing, cad
图表 | chart
地图 | map
地理信息 地理资讯 | gis, geospatial
地震 | earthquake
坏味道 代码异味 | code smell
埋点 | instrumentation, analytics
域名 网域 | domain, dns
基准 | benchmark, baseline
基因 | gene
基因组 | genome
基础设施 基础架构 | infrastructure
填写 填表 | fill
增删改查 | crud
增强 | enhance
增强现实 扩增实境 | augmented reality
增长 | growth
声音 音效 | sound
备份 | backup
备忘录 | memo
复制 拷贝 | copy
复杂度 | complexity
复用 重用 | reuse, reusable
复盘 | retrospective, postmortem
多智能体 | multi agent
多模态 | multimodal
多语言 多语系 | multilingual
大模型 语言模型 | llm, large language model
大纲 提纲 | outline
天气 气象 | weather
天气预报 | weather forecast
头像 | avatar
头脑风暴 脑力激荡 | brainstorm
威胁 | threat
媒体 | media
子代理 | subagent
字体 字型 | font, typography
字幕 | subtitle, caption
字符串 字串 | string
存储 储存 | storage
学习 | learning, study
学术 | academic
学生 | student
安全 资安 | security
安卓 | android
安装 | install
定价 | pricing
定位 | positioning, locate
定时 排程 排期 | schedule
定理 证明题 | theorem, proof
实时 即时 | realtime, real time
实时通信 | websocket, webrtc
实现 实作 | implement
实验 | experiment
审批 批准 | approval
审查 评审 审核 审阅 | review
审计 稽核 | audit
客户 顾客 | customer
客户关系 | crm
客户端 用户端 | client
客服 客户服务 客户支持 | customer service, customer support, helpdesk
家庭 | family
容器 | container, docker
密码 口令 | password
密码学 | cryptography
密钥 金钥 | secret
对话 聊天 | conversation, chat, dialogue
对象 物件 | object
对账 对帐 | reconcile, reconciliation
导入 汇入 | import
导出 汇出 | export
导航 | navigation
封面 | cover
小程序 | mini program, miniprogram
小红书 | xiaohongshu, rednote
小说 | novel, fiction
尽职调查 尽调 | due diligence
屏幕 萤幕 | screen
崩溃 闪退 当机 | crash
嵌入 | embedding
嵌入式 | embedded
工作流 流程 | workflow
工作表 工作簿 | sheet, workbook
工具 | tool
工单 | ticket
工程 工程师 | engineering
差异 | diff, difference
市场 | market
布局 版面 | layout
帖子 贴文 发帖 | post
常见问题 | faq
平台 | platform
平面设计 | graphic design
年报 财报 | annual report, earnings, financial report
并发 | concurrency
并行 平行 | parallel
并购 | merger, acquisition
幻灯片 投影片 演示文稿 简报 | slides, presentation, powerpoint, pptx
幻觉 | hallucination
广告 | advertising, ad
序列化 | serialization
库存 | inventory
应用 | app, application
延迟 | latency
建模 | modeling
开发 研发 | development
开发者 开发人员 程序员 | developer
开源 开放原始码 | open source
异常 例外 | exception, anomaly
异步 非同步 | async, asynchronous
引用 引文 | citation, cite
强化学习 | reinforcement learning
归档 存档 | archive
录屏 | screen recording
录音 录制 | recording
待办 | todo
律师 | lawyer, attorney
循环 回圈 | loop
微信 公众号 | wechat
微服务 | microservice
微调 | fine tuning
徽标 商标设计 | logo
心理 心理学 | psychology
快捷键 快速键 | shortcut
快照 | snapshot
快递 物流 | logistics, shipping
思维导图 心智图 脑图 | mindmap, mind map
性能 效能 | performance
总结 概括 归纳 | summarize, summary
恢复 还原 复原 | restore, recovery
恶意软件 病毒 | malware
情感分析 情绪分析 | sentiment
情绪 | emotion, mood
成本 | cost
战略 策略 | strategy
截图 截屏 | screenshot
截止日期 | deadline
房地产 房产 | real estate
手册 说明书 | manual, handbook
手机 行动装置 | phone, mobile
打包 | bundle, package
打印 列印 | print
扩展 扩充功能 | extension, extend
扩展性 | scalability
扩散模型 | diffusion
扩缩容 扩容 弹性伸缩 | scaling, autoscaling
扫描 | scan
批注 | comment, annotation
批量 批次 | batch, bulk
技术债 | technical debt, tech debt
技能 | skill
抓包 | packet
投稿 | submission, manuscript
投诉 客诉 | complaint
投资 | investment
投资回报 | roi
投资组合 | portfolio
投资者 投资人 | investor
抖音 | tiktok, douyin
报价 | quote, quotation
报告 报表 汇报 | report
报销 报帐 | expense, reimbursement
抽样 采样 | sampling
拆分 分割 切分 | split
招标 投标 标书 | tender, bid
招聘 招募 | recruiting, hiring
拼接 | concatenate, merge
拼音 | pinyin
持续部署 持续交付 | cd, continuous deployment, continuous delivery
持续集成 持续整合 | ci, continuous integration
指南 攻略 | guide
指标 | metric
按钮 | button
授权 | authorization
排名 排行 | ranking
排序 | sort, rank
排查 故障排除 疑难排解 | troubleshoot, diagnose
排版 | typography, typesetting, layout
探索性分析 | exploratory, eda
接口 | api, interface
控制台 | console
推广 | promotion
推文 推特 | tweet, twitter
推理 | inference, reasoning
推荐 建议 | recommend, suggestion
推送 | push
提交 | commit, submit
提取 抽取 撷取 萃取 | extract
提权 | privilege escalation
提案 建议书 企划书 | proposal
提示词 提示语 提示工程 | prompt
提醒 | reminder
插件 外挂 | plugin
插画 插图 | illustration
搜索 搜寻 | search
搜索优化 搜寻最佳化 | seo
摄像头 相机 | camera
摄影 | photography
摘要 | summary, abstract
播客 | podcast
操作系统 作业系统 | operating system, os
支付 付款 收款 | payment
收入 营收 | revenue, income
收据 | receipt
收集 | collect
改写 重写 | rewrite, paraphrase
改进 改善 | improve
攻击 | attack
政策 | policy
故事 | story
故障 | failure, incident, outage
效率 | efficiency
敏感信息 敏感数据 敏感资料 | sensitive, pii
敏捷 | agile, scrum
教学 备课 教案 课件 | teaching, lesson
教程 | tutorial
教练 | coach
教育 | education
散点图 | scatter
数字人 数位人 | avatar
数字化 数位 | digital
数学 | math, mathematics
数据 资料 | data
数据仓库 资料仓储 数仓 | data warehouse
数据保护 个资 | gdpr, privacy
数据库 资料库 | database
数据湖 | data lake
数据集 资料集 | dataset
数组 阵列 | array
整理 汇整 | organize
文件 | file, document
文件夹 资料夹 | folder, directory
文字识别 文字辨识 | ocr
文本 文字 | text
文案 | copywriting
文档 | document, doc
文献 | literature
文生图 生图 | image generation
文章 | article
断言 | assertion
新闻 | news
方案 | solution
旅行 旅游 差旅 | travel, trip
旋转 | rotate
无服务器 无伺服器 | serverless
无障碍 可访问性 | accessibility
日历 行事历 | calendar
日志 记录档 | log
日报 | daily report
日文 日语 | japanese
日期 | date
日程 | schedule, calendar
日记 日志本 | journal, diary
时区 | timezone
时序图 序列图 | sequence diagram
时间序列 时序 | time series
时间线 时间轴 | timeline
映射 | mapping
智能体 | agent
智能合约 智慧合约 | solidity, smart contract
智能家居 智慧家庭 | smart home
暴力破解 | brute force
更新 | update
替换 取代 | replace
最佳实践 最佳做法 | best practice
月报 | monthly report
服务 | service
服务器 伺服器 | server
服务端渲染 伺服端渲染 | ssr
服务网格 | mesh
期刊 | journal
期货 期权 | futures, derivative
本地 本机 | local
本地化 在地化 | localization
术语 | glossary, terminology
机器人 | robot, bot
机器学习 | machine learning
权衡 取舍 | tradeoff
权限 许可权 | permission
条款 | clause, terms
构建 建置 搭建 | build
枚举 | enum, enumerate
架构 | architecture
架构图 | architecture diagram
架构师 | architect
查询 | query
柱状图 长条图 条形图 折线图 雷达图 | chart, plot
标准 | standard
标注 | annotation, labeling
标签 | tag, label
标题 | title, headline
校对 校阅 | proofread
样式 | style, css
核实 核查 查证 核对 | verify, verification, fact
根因 根本原因 | root cause
格式 | format
框架 | framework
桌面 | desktop
档案 | file
检查 | check, inspect
检测 侦测 | detect
检索 | retrieval, search
检索增强 | rag, retrieval augmented
概率 机率 | probability
模块 模组 | module
模型 | model
模拟 | mock, simulate
模板 范本 模版 | template
模糊测试 | fuzzing
歌单 播放清单 | playlist
歌曲 歌词 | song, lyrics
正则 正规表示式 | regex, regular expression
死代码 | dead code, unused code
比较 对比 比对 | compare, comparison
毕业论文 学位论文 | thesis, dissertation
气候 | climate
水印 | watermark
求职 找工作 | job search, career
求职信 | cover letter
汇总 聚合 | aggregate
汇率 外汇 | currency, forex
汇编 组合语言 | assembly
汽车 车辆 | car, vehicle
沙箱 沙盒 | sandbox
沟通 通信 | communication
油管 | youtube
治理 | governance
泄露 泄漏 外泄 | leak
法律 法务 | legal, law
法规 规章 监管 | regulation
注入 | injection
注册 | signup, registration, register
注释 注解 | comment, annotation
洞察 | insight
活动 | event, campaign
流式 串流 | streaming
流水线 管道 管线 | pipeline
流程图 | flowchart, diagram
流量 | traffic
测序 定序 | sequencing
测试 | test
测试环境 | staging
测试驱动 | test driven, tdd
测验 | quiz
浏览器 | browser
海报 | poster
消息 讯息 | message
润色 打磨 | polish, edit, proofread
深度学习 | deep learning
深度研究 深入研究 | deep research
深色模式 暗黑模式 暗色 | dark mode, dark theme
添加 新增 | add
清单 | checklist
清理 清洗 清除 | clean, cleanup
渗透 | penetration test, pentest
渠道 频道 | channel
渲染 算绘 | render
游戏 | game
漏斗 | funnel
漏洞 弱点 | vulnerability
演示 | presentation, demo
演讲 演说 讲稿 | speech, presentation, talk
灰度 | canary
灾难恢复 灾备 容灾 | disaster recovery
热力图 | heatmap
热点 热搜 热门 趋势 | trend
烹饪 做菜 料理 | cooking
照片 相片 | photo
爆款 | viral
爬虫 爬取 抓取 | scrape, scraper, crawl, crawler
版本 | version
版本控制 版本管理 | version control, git
版权 著作权 | copyright
物理 | physics
物联网 | iot
特征工程 | feature engineering
状态 | status, state
状态机 | state machine
环境 | environment
现金流 | cash flow
瓶颈 | bottleneck
甘特图 | gantt
生命周期 | lifecycle
生态 | ecosystem
生成 产生 | generate
生物 | biology, biological
生物信息 生物资讯 | bioinformatics
用户 使用者 | user
用户体验 使用者体验 | ux, user experience
用户画像 人物志 | persona
电商 电子商务 | ecommerce, commerce
电子表格 试算表 | spreadsheet, excel
电影 | movie, film
电脑 | computer
电路 | circuit, pcb
界面 介面 | interface, ui
留存 | retention
疾病 | disease
病人 患者 | patient
症状 | symptom
登出 退出登录 | logout
登录 登入 登陆 | login, authentication
白板 | whiteboard
白皮书 | whitepaper
监控 监测 | monitoring
目录 | directory
目标 | goal
目标检测 物体检测 | object detection
直播 | livestream, live stream
相关性 | correlation
看板 | dashboard, kanban
睡眠 | sleep
矢量图 向量图 | svg, vector
知识 | knowledge
知识产权 智慧财产权 | intellectual property
知识图谱 | knowledge graph
知识库 | knowledge base
矩阵 | matrix
研究 调研 | research
硬件 硬体 | hardware
示例 范例 案例 | example
示意图 | diagram
社交 社群 | social
社交媒体 社群媒体 社媒 | social media
社区 | community
神经网络 神经网路 | neural network
离线 | offline
离职 | offboarding, resignation
科学 | science, scientific
科研 | scientific research
移动端 | mobile
程序 程式 | program
税务 税 | tax
竞品 竞争对手 竞争 | competitor, competitive
竞赛 比赛 | competition
端到端 | e2e
笔记 | notes
笔记本 | notebook
第二大脑 | second brain
筛选 过滤 | filter
签名 签章 | signature, signing
签署 签约 | sign
简化 精简 | simplify
简历 履历 | resume, cv
简讯 电子报 | newsletter
算法 演算法 | algorithm
管理 | management
类型 型别 | type
粘贴 贴上 | paste
系统 | system
索引 | index
红队 | red team
约束 | constraint
线程 执行绪 | thread, multithreading
线索 潜在客户 | lead, prospect
组件 元件 构件 | component
细胞 | cell
终端 | terminal
经济 | economy
结构化 | structured
绘图 画图 作图 | plot, drawing, diagram
统计 | statistics
绩效 | performance
维基 | wiki, wikipedia
维护 | maintenance, maintain
综述 | literature, survey
缓存 快取 | cache
编排 | orchestration
编码 | encoding
编程 程式设计 写程式 写代码 写程序 | programming
编译 | compile
编辑 | edit, editor
编辑器 | editor
缩放 | resize
缩略图 缩图 | thumbnail
缺陷 | bug, defect
网关 闸道 | gateway
网址 链接 连结 | link, url
网站 站点 | website, site
网红 | influencer
网络 网路 | network
网络安全 信息安全 资讯安全 网路安全 | cybersecurity, security
网页 | web, webpage
翻译 翻成 译 | translate
老师 教师 | teacher
考勤 | attendance
考试 | exam
聊天机器人 | chatbot
职位 职缺 岗位 | job, position
联系人 通讯录 | contact
聚类 分群 | clustering
股票 股市 个股 | stock
育儿 | parenting
背景去除 去背 抠图 | remove background, background removal
能源 | energy
脚手架 | scaffold, boilerplate, starter
脚本 指令码 | script
脱敏 匿名化 去识别化 | anonymize, redact, masking
脸书 | facebook
自动化 | automation
自然语言处理 | nlp, natural language
自述文件 | readme
自适应 | adaptive, responsive
航班 机票 | flight
艺术 | art
英文 英语 | english
苹果 | apple
草稿 初稿 起草 草拟 草案 | draft
药物 | drug
获客 | lead, acquisition
菜谱 食谱 | recipe
营销 行销 | marketing
落地页 着陆页 登陆页 | landing page
蓝牙 | bluetooth
薪资 薪酬 工资 薪水 | salary, payroll, compensation
虚拟机 | virtual machine, vm
虚拟现实 虚拟实境 | virtual reality, vr
蛋白质 | protein
融资 募资 | fundraising
血缘 | lineage
行情 | quote, market
行程 | itinerary, trip, travel
补丁 修补 | patch
表单 | form
表情包 | meme, sticker
表格 | table, spreadsheet
表结构 | schema
裁剪 | crop
覆盖率 | coverage
规划 计划 策划 企划 | plan
规格 | spec
规范 | convention, standard
视角 观点 | perspective
视频 影片 视讯 影音 | video
角色 | role
角色扮演 | roleplay
解压 | unzip, decompress
解密 | decrypt
解析 剖析 | parse
解析器 | parser
解释 讲解 说明 | explain, explanation
计算 | calculate, computation
计算机视觉 电脑视觉 | computer vision
订单 | order
订票 预订 预约 | booking, reservation
订阅 | subscription, subscribe
认证 鉴权 | authentication, auth
训练 培训 | training
议程 | agenda
议题 | issue
记忆 | memory
记账 记帐 | bookkeeping, expense
许可证 授权条款 | license
论坛 | forum
论文 | paper, academic
设备 装置 | device
设计 | design
设计图 | mockup, figma
设计模式 | design pattern
访谈 | interview
访问控制 存取控制 | access control, rbac
证书 | certificate
评估 评测 | evaluation, assessment
评分 打分 批改 | score, grade
评论 | comment
识别 辨识 | recognize, recognition, identify
诉讼 官司 | litigation, lawsuit
诊断 | diagnose, diagnostic
词典 字典 | dictionary
诗 诗歌 | poem, poetry
语义 语意 | semantic
语料 | corpus
语气 语调 | tone
语法 文法 | grammar, syntax
语言 | language
语音 | voice, speech
语音合成 文字转语音 | tts, speech
语音识别 语音辨识 语音转文字 | speech recognition, transcription
请求 | request
课程 | course, curriculum
调度 | scheduling
调整 | adjust
调查 | investigate, survey
调用 呼叫 | call, invoke
调试 除错 侦错 排错 | debug
负载均衡 负载平衡 | load balancer
财务 | finance, financial
账单 帐单 计费 | billing
账号 帐号 账户 帐户 | account
质检 | quality, inspection
质量 品质 | quality
质量保证 品质保证 | qa
购物 | shopping
贷款 房贷 | loan, mortgage
费用 支出 开支 | expense, spending
资产 | asset
资讯 | information, news
超时 逾时 | timeout
跨平台 | cross platform
跨站脚本 | xss
路演 | pitch deck
路由 | routing, router
路线 | route
路线图 | roadmap
身份 | identity
转化率 转换率 | conversion, cro
转录 听写 | transcribe, transcription
转换 转成 转为 转化 转档 | convert, conversion
软件 软体 | software
软件包 套件 安装包 | package
辅导 | tutoring
迁移 搬迁 移转 移植 | migration
过时 | outdated
过期 | expiration
运维 维运 | devops, sre, ops
运行 执行 | run, execute
运行时 | runtime
进程 | process
远程 远端 | remote
连接 连线 | connect
迭代 | iteration
迭代计划 冲刺 | sprint
追踪 跟踪 | track, trace
退款 退货 | refund
逆向 | reverse
选单 菜单 | menu, dropdown
透视表 枢纽分析 | pivot table
逐字稿 文字稿 | transcript
递归 | recursion
通知 推播 | notification
遗留系统 遗留代码 旧代码 | legacy
邀请 | invite
邮件 电子邮件 电邮 | email, mail
邮箱 收件箱 信箱 收件匣 | inbox, mailbox, email
部署 布署 | deploy, deployment
配置 设定 设置 | configuration, config
配色 色彩 颜色 | color, palette
配音 旁白 | voiceover, narration
酒店 饭店 | hotel
采购 | procurement, purchase
采集 | collect, scrape
里程碑 | milestone
重命名 改名 重新命名 | rename
重构 | refactor
重试 | retry
量化 | quantization, quantitative
量子 | quantum
钓鱼 | phishing
钩子 | hook
钱包 | wallet
银行 | bank
销售 | sales
错别字 拼写 | typo, spelling
错误 报错 出错 | error
镜像 映像档 | docker
问卷 | survey, questionnaire
问答 | question, qa
阅读 | read
队列 伫列 | queue
防御 防护 | defense
防火墙 | firewall
附件 | attachment
降噪 | noise, denoise
降重 查重 抄袭 | plagiarism
限流 速率限制 | rate limit, throttle
隐私 | privacy
隔离 | isolation
集成 整合 串接 | integration
集群 丛集 | cluster
需求 | requirement
需求文档 | prd
面向对象 物件导向 | oop
面试 | interview
韩文 韩语 | korean
音乐 | music
音频 音讯 | audio
项目 专案 | project
预测 | forecast, prediction
预算 | budget
预览 | preview
领域驱动 | domain driven, ddd
领导力 | leadership
题目 试题 题库 考题 | quiz, exam
风格 | style
风险 | risk
飞书 | feishu, lark
餐厅 | restaurant
饮食 营养 | nutrition, diet
饼图 | pie chart
首页 主页 | homepage
驱动程序 驱动程式 | driver
验收 | acceptance
验证 校验 | validate, verify, verification
验证码 | captcha
高可用 | availability
默认 预设 | default
`;
