import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
var inboxFolder="inbox";function inboxPath(project){return`${inboxFolder}/${project}.jsonl`}function seenPath(project){return`${inboxFolder}/${project}.seen`}var maxWaitingBytes=32768;export{inboxFolder,inboxPath,seenPath,maxWaitingBytes};
