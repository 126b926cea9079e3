import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-PUX35W7K.mjs";import"./chunk-37A4CM3S.mjs";import"./chunk-KKHYWJ5E.mjs";import"./chunk-CSOCRD6S.mjs";import"./chunk-MG3NEGAK.mjs";export{conflictProblem,parseConflict};
