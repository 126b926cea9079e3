import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
var labels={en:{active:"Yes",inactive:"No"},zh:{active:"是",inactive:"否"}};async function askYes(terminal,language,message){let{confirm}=await import("./dist-OBHJVBDD.mjs");return await confirm({message,...labels[language],initialValue:!1,...terminal})===!0}export{askYes};
