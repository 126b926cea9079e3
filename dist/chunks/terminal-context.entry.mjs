import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{answer,flag,isChineseTerminal,refuse,report,runAndPrint,sayer,text}from"./terminal-context.mjs";import"./messages-problem-line.mjs";import"./bundler.mjs";export{answer,flag,isChineseTerminal,refuse,report,runAndPrint,sayer,text};
