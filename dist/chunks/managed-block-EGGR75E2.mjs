import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-H4BYSHXB.mjs";import"./chunk-AYQDZBRT.mjs";import"./chunk-DULMU4IM.mjs";import"./chunk-JAR2EROV.mjs";import"./chunk-X325EJ5W.mjs";import"./chunk-JTSWVONS.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
