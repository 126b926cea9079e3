import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{init_define_HOOK_FILES}from"./chunk-YNFDMR3O.mjs";init_define_HOOK_FILES();function isWaiting(name){return/^(?:block|undo|conflict|proposal)-.*\.(?:md|json)$/.test(name)}function isConflict(name){return/^conflict-.*\.json$/.test(name)}export{isWaiting,isConflict};
