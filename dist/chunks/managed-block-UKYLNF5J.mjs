import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-VMLS4MG7.mjs";import"./chunk-EM7MFHVF.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-2QPQNEBJ.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
