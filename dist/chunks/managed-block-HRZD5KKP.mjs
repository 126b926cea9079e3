import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-EVES3DZA.mjs";import"./chunk-XEJASN4A.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-L7FLFRMJ.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
