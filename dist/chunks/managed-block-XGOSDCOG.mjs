import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-P5TRJGYP.mjs";import"./chunk-SNLQPZ3T.mjs";import"./chunk-3YEX5MLL.mjs";import"./chunk-KGECPSQS.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
