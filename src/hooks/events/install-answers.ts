// When: a session starts in Claude Code.
// If: the person answered at install whether sessions are archived and read in the background, and nothing is set yet.
// Then: the answer is copied once into config.json, which alone decides from then on; the first start with a trusted memory says so.
import { fieldsOf, parseRecord, read } from '../../platform/read-object.js';
import type { Handler } from '../handler.js';
import { installWords } from '../messages.js';

const saidName = 'state/background-said';

export const handle: Handler = (_, session, { own, attended, answers }) => {
  const { background_reading: reads, archive } = answers;
  if (reads === undefined && archive === undefined) return undefined;
  const config = parseRecord(read(`${own}/config.json`) || '{}');
  // A damaged file stays as it is, for the person to mend.
  if (config === undefined) return undefined;
  const reflection = fieldsOf(config.reflection);
  const added = {
    ...(archive !== undefined && config.archive === undefined && { archive }),
    ...(reads !== undefined &&
      reflection.enabled === undefined && { reflection: { ...reflection, enabled: reads } }),
  };
  const enabled = reflection.enabled ?? reads;
  const [memory] = session.silent() === undefined ? session.memories() : [];
  const isNews = enabled === true && attended && memory !== undefined;
  const says = isNews && read(`${own}/${saidName}`) === '';
  return {
    ...(says && { system_message: installWords(memory.language) }),
    files: {
      ...(Object.keys(added).length > 0 && {
        'config.json': `${JSON.stringify({ ...config, ...added }, null, 2)}\n`,
      }),
      ...(says && { [saidName]: `${session.now}\n` }),
    },
  };
};
