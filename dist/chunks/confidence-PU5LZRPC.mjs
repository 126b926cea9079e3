import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-QQ5CCAE6.mjs";import"./chunk-E7NLKQBN.mjs";import"./chunk-7IYBE4VG.mjs";import"./chunk-UG6ORY23.mjs";import"./chunk-7PBL3VBG.mjs";import"./chunk-YNFDMR3O.mjs";export{fold,liveAmong,timeline};
