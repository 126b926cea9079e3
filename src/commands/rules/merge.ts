import { parseWording, type ReadWording } from '../../application/memory/wording.js';
import { faults } from '../../messages/problems/memory.js';
import { MadnessError } from '../../problem.js';
import { type Command, text } from '../../terminal/context.js';
import { finish, requestChange } from '../../terminal/finish-change.js';
import { readInput } from '../../terminal/read-input.js';
export const merge: Command = async (context) => {
  const id = context.args[0] as string;
  const into = text(context, 'into') ?? context.args[1];
  if (into === undefined) throw new MadnessError(faults.noInto(again));
  const input = text(context, 'file') === undefined ? undefined : await readInput(context);
  const { wording, problems } = input === undefined ? noWording : parseWording(input);
  if (problems.length > 0) return finish(context, { problems });
  const reason = text(context, 'reason');
  const request = {
    action: 'merge',
    asset_id: id,
    into,
    ...(wording === undefined ? {} : { asset: wording }),
    ...(reason === undefined ? {} : { reason }),
  } as const;
  return requestChange(context, request);
};

const again = 'Name the rule that stays: madness merge ID --into OTHER.';
const noWording: ReadWording = { wording: undefined, computed: [], problems: [] };
