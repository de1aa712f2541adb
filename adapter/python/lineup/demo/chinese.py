"""The demo in Chinese."""

from __future__ import annotations

from .words import Words

CHINESE = Words(
    heard=(
        "收到。我是一个模拟 Agent：不做任何真实操作，只演示与 Agent 协作的感觉。\n\n"
        "给我一个任务可以看到更多：例如写“整理项目依赖并产出计划”，并勾选**作为任务跟踪**。"
        "提到“迁移”的任务只请求一次批准；提到“失败”的任务会失败。"
    ),
    heard_about_task="你的消息已送达。真正的 Agent 会考虑它；我按脚本运行，所以不会因此改变。",
    looking="正在查看项目",
    building="正在构建",
    build_failed="构建失败：锁文件与 package.json 中 react 的版本不一致。没有做任何更改。",
    resumed="我中断过，现在从原处继续。你的答复都还在，不会重复执行。",
    reading="正在阅读项目",
    plan=(
        "我会分三步整理依赖：\n\n"
        "1. **扫描**项目实际用到的和只是带着的依赖\n"
        "2. **归类**：升级、替换、移除\n"
        "3. **编写**计划与变更，交给你检查\n\n"
        "重要的事我都会先问你。"
    ),
    step_scan="扫描依赖",
    step_sort="归类：升级、替换、移除",
    step_write="编写计划与变更",
    scanning="正在扫描 148 个包",
    scanned="发现 5 个需要处理的包",
    sorting="正在归类",
    testing="{strategy}：正在对照 {address} 检查",
    writing="正在编写变更",
    revising="正在按脚本写第二稿",
    delivering="正在整理结果",
    strategies={"careful": "谨慎", "steady": "稳步", "bold": "大胆"},
    careful_means="只做安全修复，不升主版本",
    steady_means="升级全部次版本，主版本逐个来",
    bold_means="全部升到最新版本",
    strategy_title="升级做到什么程度？",
    strategy_why="有三个包出了新的主版本，破坏性各不相同。",
    strategy_impact="决定计划涵盖哪些包。变更生效前你会先检查。",
    address_title="可以使用哪个测试环境？",
    address_why="我需要在运行中的系统上检查变更。这里填任何地址都行：演示不会打开它。",
    address_impact="我只会读取这个地址。",
    review_title="请检查生成的变更",
    review_why="替换了两个包，移除了一个；测试通过，但代码的写法变了。",
    review_impact="你认可后变更写入计划，不会因此合并任何代码。",
    review_again="请检查修改后的计划",
    review_again_why="你要求修改。真正的 Agent 会照做；这份第二稿是脚本写好的。",
    revised=(
        "## 第二稿\n\n你写道：\n\n{comment}\n\n"
        "我是模拟 Agent：你的意见已送达，但我没有理解它，也没有照它修改。下面的内容无论你写什么都一样。\n\n"
        "| 包 | 之前 | 之后 |\n|---|---|---|\n| moment | 2.29.4 | 移除，改用 `date-fns` |\n"
        "| request | 2.88.2 | 移除，改用 `undici` |\n| left-pad | 1.3.0 | 移除 |\n\n"
        "每一项单独提交，任何一项都可以单独撤回。"
    ),
    not_reviewed="计划没有得到批准，我已停止。没有做任何更改。",
    checking="正在检查迁移文件",
    checked="3 个迁移已就绪，备份是新的",
    step_check="检查迁移与备份",
    step_migrate="执行 3 个迁移（模拟）",
    approve_title="允许在生产环境执行 3 个数据库迁移吗？（模拟）",
    approve_why="这是演练，并没有这个数据库。若是真的，它们会修改生产数据库的订单表，没有你的同意我不会执行；你拒绝的话，我会停止任务，什么都不改。",
    approve_impact="若是真的：订单表（240 万行）将锁定约 40 秒，期间结账会等待。第三个迁移会删除一列，只能靠备份恢复。",
    approve="允许执行",
    reject="拒绝",
    rejected="你拒绝了迁移，我已停止。没有做任何更改。",
    expired="没有人在期限内答复，我已停止。没有做任何更改。",
    migrating_1="迁移 1/3：新增列",
    migrating_2="迁移 2/3：回填 240 万行",
    migrating_3="迁移 3/3：删除旧标记",
    migrated="三个迁移在 38 秒内全部完成，结账在 41 秒后恢复，行数一致。（这是模拟：没有触碰任何数据库。）",
    migration_log="migration-log.md",
    migration_text=(
        "```\n0041_add_order_state        ok     2 s\n0042_backfill_order_state   ok    34 s   2,400,000 rows\n"
        "0043_drop_legacy_flag       ok     2 s\n```\n\n内容是虚构的：没有触碰任何数据库。"
    ),
    migration_summary="3 个迁移，38 秒，行数一致",
    migration_done="3 个迁移已执行（模拟），检查全部通过",
    result=(
        "## 结果\n\n- 计划涵盖 5 个包：移除 1 个，替换 2 个，升级 2 个\n- 214 个测试通过\n"
        "- 生产环境 3 个迁移在 38 秒内完成\n\n"
        "计划在附件里。（这是模拟：没有更改任何真实内容。）"
    ),
    artifact="upgrade-plan.md",
    artifact_text=(
        "| 顺序 | 包 | 做法 | 原因 |\n|---|---|---|---|\n| 1 | left-pad | 移除 | 没有地方用到 |\n"
        "| 2 | request | 改用 `undici` | 已停止维护 |\n| 3 | moment | 改用 `date-fns` | 已停止开发 |\n"
        "| 4 | react | 19.1.0 → 19.2.0 | 次版本 |\n| 5 | vite | 6.3 → 7.0 | 主版本，单独升级 |\n\n"
        "内容是虚构的：无论你怎么答复，这份计划都一样。"
    ),
    artifact_summary="5 个包，按先后顺序",
    done="计划已写好，变更已检查，迁移已执行（模拟）",
)
