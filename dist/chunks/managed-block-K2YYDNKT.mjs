import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-IMHSG4IV.mjs";import"./chunk-FZXPZHFJ.mjs";import"./chunk-BRD3PLPL.mjs";import"./chunk-A62JRSGT.mjs";import"./chunk-N7EOQBT2.mjs";import"./chunk-F2O3ORIN.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
