import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-SVBBC4AQ.mjs";import"./chunk-7GZD67KL.mjs";import"./chunk-H7AUGQR6.mjs";import"./chunk-V2WT7PL5.mjs";import"./chunk-GWLOH2VZ.mjs";import"./chunk-7JCCQBUE.mjs";import"./chunk-K2OQQXOO.mjs";export{withLock};
