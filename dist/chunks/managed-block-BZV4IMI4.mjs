import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-KE3SBWZG.mjs";import"./chunk-WRWITGWD.mjs";import"./chunk-4CLE4QEF.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
