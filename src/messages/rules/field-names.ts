import type { Language } from '../../problem.js';
import type { AssetType } from '../../schema.gen.js';
import { tableIn } from '../../text.js';

/** What a person calls the kinds of rules. */
export const kindNames = {
  en: { gene: 'method', sop: 'procedure', pref: 'preference' },
  zh: { gene: '方法', sop: '规程', pref: '偏好' },
} satisfies Record<Language, Record<AssetType, string>>;

/** What a person calls a field of a rule or an event; any other has the schema's name. */
export const fieldNames: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: tableIn(`type=kind created_at=date trigger=applies skip_when=except watch=counted when=hints domain=area
    commands=hint rationale=why lesson=why tradeoff=price checkpoint=check expected_outcome=expect confidence_delta=confidence role=by`),
  zh: tableIn(`rule=规则 type=种类 created_at=日期 quote=引文 signals=信号 paths=路径 prefer=取 reject=舍 trigger=适用
    skip_when=例外 watch=计数 when=何时提示 domain=领域 tags=标签 commands=提示 prompts=提示词 use=用 not=不用 never=禁止
    run=运行 title=标题 method=做法 steps=步骤 checkpoint=检查点 expected_outcome=预期 rationale=理由 tradeoff=代价
    session=会话 line=行 role=说话人 project=项目 lesson=理由 confidence_delta=置信度 reason=理由`),
};
