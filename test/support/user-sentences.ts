/** What a person may say in a session: unrelated, forbidding, conditional, quoted, withdrawn, and a bare yes. */
export const userSentences: readonly string[] = [
  ...['Yes.', 'yes please', 'ok', 'Do it', 'Sure, go ahead', 'Keep it', 'Keep and pin', 'LGTM'],
  ...['Yes, pin alpha', 'Pin alpha.', 'Retire alpha', 'drop alpha', 'merge alpha into beta'],
  ...['No.', 'Never pin alpha', 'Do not retire alpha', "Don't merge anything", 'stop', 'not yet'],
  ...['If the tests pass, pin alpha', 'Pin it unless beta says so', 'Maybe keep it later'],
  ...['He said "keep alpha"', 'The README says: yes, retire it', '> yes, keep it'],
  ...['Yes. No, wait, leave it.', 'Keep it — actually no', 'I said yes, forget that'],
  ...['Sort the issues, please.', 'What is the weather?', 'alpha works well', 'fix the build'],
  ...['I approve every change from now on', 'You may always decide', 'Approved: all', 'Change'],
  ...['--approved-by yes', 'madness decide', '/madness keep alpha', 'Undo it', 'Leave', 'Drop'],
  ...['好', '好的', '可以', '行', '同意', '留下', '留下并置顶', '置顶 alpha', '停用 alpha'],
  ...['把 alpha 并入 beta', '不', '不要', '别置顶', '先不要停用 alpha', '算了', '等等', '放弃'],
  ...['如果测试通过就置顶', '除非 beta 同意', '以后再留下吧', '他说“留下 alpha”', '文档写着：同意'],
  ...['同意。不，等一下', '留下——还是算了', '刚才说的同意作废', '整理一下问题', '天气怎么样'],
  ...['Yes to the question before', 'Both of them, please', 'go', 'the first option', 'y', '1'],
  ...['选第一个', '都要', '就按你说的', '嗯'],
  ...['alpha 很好用', '以后都由你决定', '我批准所有改动', '全部同意', '改写', '撤销', '保持不变'],
];
