import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
function isWaiting(name){return/^(?:block|undo|conflict|proposal)-.*\.(?:md|json)$/.test(name)}export{isWaiting};
