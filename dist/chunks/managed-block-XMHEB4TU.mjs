import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,removeBlock,spliceBlock}from"./chunk-TNBXJDLK.mjs";import"./chunk-LIVEXF3H.mjs";import"./chunk-JTTJR2EE.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,removeBlock,spliceBlock};
