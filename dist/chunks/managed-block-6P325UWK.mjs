import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,removeBlock,spliceBlock}from"./chunk-KNGOMLMW.mjs";import"./chunk-ULN446VM.mjs";import"./chunk-SNVLYCFO.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,removeBlock,spliceBlock};
