import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{tryLock,withLock}from"./chunk-KVCM635H.mjs";import"./chunk-J5QTOAPH.mjs";import"./chunk-4XIFRYLY.mjs";import"./chunk-624W3DJU.mjs";import"./chunk-LQVF6BAT.mjs";export{tryLock,withLock};
