import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-ZCY77KFT.mjs";import"./chunk-DULMU4IM.mjs";import"./chunk-JAR2EROV.mjs";import"./chunk-X325EJ5W.mjs";import"./chunk-JTSWVONS.mjs";export{conflictProblem,parseConflict};
