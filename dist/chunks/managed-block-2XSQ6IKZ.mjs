import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-I4ASYCJV.mjs";import"./chunk-UPK6ZP77.mjs";import"./chunk-54W76QWQ.mjs";import"./chunk-23NS55K6.mjs";import"./chunk-IQQOA3MV.mjs";import"./chunk-FUI26AMF.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
