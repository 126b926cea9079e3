import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-JLAZSMHT.mjs";import"./chunk-LMNSRQ7L.mjs";import"./chunk-Z6QA6CAO.mjs";import"./chunk-DMSJCI53.mjs";import"./chunk-2TYK56OT.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
