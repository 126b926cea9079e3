import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{tryLock,withLock}from"./chunk-BL6EOCF3.mjs";import"./chunk-D3MTBVSU.mjs";import"./chunk-2OXTLJ3M.mjs";import"./chunk-6FLJZYUS.mjs";import"./chunk-BU5QOEBS.mjs";import"./chunk-KNUZQP7I.mjs";export{tryLock,withLock};
