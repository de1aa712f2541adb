"""The demo in Chinese."""

from __future__ import annotations

from .words import Words

CHINESE = Words(
    heard=(
        "收到。我是一个模拟 Agent：不做任何真实操作，只演示与 Agent 协作的感觉。\n\n"
        "给我一个任务可以看到更多：例如写“整理项目依赖并产出计划”，并勾选**作为任务跟踪**。"
        "提到“迁移”的任务只请求一次批准；提到“失败”的任务会失败。"
    ),
    heard_about_task="已记下，我会在这个任务里考虑。",
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
    scanned="发现 3 个过期、2 个未使用的包",
    sorting="正在归类",
    testing="{strategy}：正在对照 {address} 检查",
    writing="正在编写变更",
    revising="正在按你的意见修改",
    delivering="正在整理结果",
    strategies={"careful": "谨慎", "steady": "稳步", "bold": "大胆"},
    careful_means="只做安全修复，不升主版本",
    steady_means="升级全部次版本，主版本逐个来",
    bold_means="全部升到最新版本",
    strategy_title="升级做到什么程度？",
    strategy_why="有三个包出了新的主版本，破坏性各不相同。",
    strategy_impact="决定计划涵盖哪些包。变更生效前你会先检查。",
    address_title="可以使用哪个测试环境？",
    address_why="我需要在运行中的系统上检查变更，但不知道你的地址。",
    address_impact="我只会读取这个地址。",
    review_title="请检查生成的变更",
    review_why="替换了两个包；测试通过，但代码的写法变了。",
    review_impact="批准后变更写入计划，不会因此合并任何代码。",
    review_again="请检查修改后的计划",
    review_again_why="你要求修改，这是我的理解。",
    revised=(
        "## 修改后的计划\n\n你写道：\n\n{comment}\n\n"
        "| 包 | 之前 | 之后 |\n|---|---|---|\n| moment | 2.29.4 | 移除，改用 `date-fns` |\n"
        "| request | 2.88.2 | 移除，改用 `undici` |\n| left-pad | 1.3.0 | 移除 |\n\n"
        "每一项单独提交，任何一项都可以单独撤回。"
    ),
    not_reviewed="计划没有得到批准，我已停止。没有做任何更改。",
    checking="正在检查迁移文件",
    checked="3 个迁移已就绪，备份是新的",
    step_check="检查迁移与备份",
    step_migrate="执行 3 个迁移",
    approve_title="允许在生产环境执行 3 个数据库迁移吗？",
    approve_why="它们会修改生产数据库的订单表，没有你的同意我不会执行。",
    approve_impact="订单表（240 万行）将锁定约 40 秒，期间结账会等待。第三个迁移会删除一列，只能靠备份恢复。",
    approve="允许执行",
    reject="拒绝",
    rejected="你拒绝了迁移，我已停止。没有做任何更改。",
    expired="没有人在期限内答复，我已停止。没有做任何更改。",
    migrating_1="迁移 1/3：新增列",
    migrating_2="迁移 2/3：回填 240 万行",
    migrating_3="迁移 3/3：删除旧标记",
    migrated="三个迁移在 38 秒内全部完成，结账在 41 秒后恢复，行数一致。（这是模拟：没有触碰任何数据库。）",
    migration_log="migration-log.md",
    migration_summary="3 个迁移，38 秒，行数一致",
    migration_done="3 个迁移已执行，检查全部通过",
    result=(
        "## 结果\n\n- 移除 2 个未使用的包，替换或升级 3 个\n- 214 个测试通过\n- 生产环境 3 个迁移在 38 秒内完成\n\n"
        "计划见产物。（这是模拟：没有更改任何真实内容。）"
    ),
    artifact="upgrade-plan.md",
    artifact_summary="升级计划：5 个包，按建议的先后顺序",
    done="计划已写好，变更已检查，迁移已执行",
)
