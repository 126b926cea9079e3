import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-UUEZMA7B.mjs";import"./chunk-QUGUU65Y.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-SII4REFJ.mjs";import"./chunk-UJDM4SDS.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
