import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-6A4PUB23.mjs";import"./chunk-CLAJJ4LO.mjs";import"./chunk-XAGOMOXI.mjs";import"./chunk-CWGOWJER.mjs";import"./chunk-AEQG5UNP.mjs";export{conflictProblem,parseConflict};
