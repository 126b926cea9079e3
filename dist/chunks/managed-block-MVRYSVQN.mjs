import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,removeBlock,spliceBlock}from"./chunk-7Y4GCIBB.mjs";import"./chunk-RU3Z3PHE.mjs";import"./chunk-JTTJR2EE.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,removeBlock,spliceBlock};
