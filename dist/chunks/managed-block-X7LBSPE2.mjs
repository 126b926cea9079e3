import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-6IRF7X67.mjs";import"./chunk-WGX5BYV6.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-EQN4JF3T.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
