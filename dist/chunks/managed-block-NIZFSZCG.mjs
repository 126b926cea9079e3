import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-HCJCK7CC.mjs";import"./chunk-VOEKJYOL.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-LPADYK5Q.mjs";import"./chunk-UJDM4SDS.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
