export const errors = {
  errors: {
    unknown: '出了点问题，请重试。', network: '连不上服务器，请检查网络后重试。', diagnostic: '诊断码', copyDiagnostic: '复制诊断码',
    mail_returned: '发往这个地址的邮件被退回。请检查拼写、换一个地址，或联系管理员。',
    busy: '正忙，稍后会自动重试。', rate_limited: '太快了，请稍等片刻再试。', internal: '服务器出错，没有做任何更改。请重试，仍不行请附上诊断码。',
    unauthenticated: '请先登录。', not_allowed: '你的角色不能做这件事。', wrong_workspace: '这个连接属于另一个工作区。', not_found: '找不到，可能已删除或属于别处。',
    id_conflict: '这个编号已用于别的内容。', illegal_transition: '现在的状态不允许这样做。', already_resolved: '已经有人作出决定。', digest_mismatch: '卡片内容已变化，请看过新内容再决定。',
    expired: '已过期，无人回答。', withdrawn: 'Agent 已撤回这个请求。', cancelled: '任务已结束，这个请求随之作废。', invalid_answer: '回答不符合卡片的要求。', invalid_request: '填写的内容不完整或格式不对。',
    limit_reached: '数量已到上限。', too_early: '还不能强制取消，请稍等。', ambiguous_agent: '请指明发给哪个 Agent。', agent_revoked: '这个 Agent 的绑定已撤销。', agent_not_confirmed: '请先确认这个 Agent。',
    frame_too_large: '内容太长，请拆开或改用链接。', event_too_large: '内容太长，请拆开或改用链接。', pairing_unknown: '没有这个配对码。', pairing_expired: '配对码已过期，请换一个。', pairing_used: '配对码已用过，请换一个。',
    file_address_ended: '没有取到文件，请重试。', file_too_large: '文件太大：单个文件最多 10 MB，整个工作区也有总量上限。', file_type: '不接受这种文件；请换成常见的图片、文档、文本或压缩包。', file_incomplete: '文件没有完整上传，请重新上传。',
    code_wrong: '验证码不对，请再看一眼邮件。', code_expired: '验证码已过期，请重新获取。', link_invalid: '登录链接已用过或已过期。', protocol_version: '页面版本太旧，请刷新。', hello_required: '连接没有成功，请刷新。', origin_not_allowed: '这个网址不被允许访问。', credential_invalid: '登录已失效，请重新登录。',
  } as Record<string, string>,
};
