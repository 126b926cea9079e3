import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{protocolNames,readProtocol}from"./terminal-protocols.mjs";import"./messages-problems-setup.mjs";import"./messages-problem-line.mjs";import{init_define_HOOK_FILES}from"./define-HOOK_FILES.mjs";init_define_HOOK_FILES();var protocolCommand={usage:"protocol [names...]",summary:{en:"Print how an agent does parts of the retrospective; without a name, list the parts.",zh:"输出智能体执行复盘某些部分的流程说明；不带名字时列出各部分。"},group:"agent",agent:"free",plain:!0,run:({args})=>({text:args.length===0?protocolNames():[args.map(readProtocol).join(`

`)]})};export{protocolCommand};
