import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{tryLock,withLock}from"./platform-lock.mjs";import"./platform-fs.mjs";import"./platform-process-info.mjs";import"./messages-problems-platform.mjs";import"./messages-problem-line.mjs";import"./define-HOOK_FILES.mjs";export{tryLock,withLock};
