import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-YIHY6SHB.mjs";import"./chunk-E2UST6BL.mjs";import"./chunk-TYYGNNYT.mjs";import"./chunk-JX5JCVKW.mjs";import"./chunk-VGBQAEOQ.mjs";import"./chunk-I2JBUAST.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
