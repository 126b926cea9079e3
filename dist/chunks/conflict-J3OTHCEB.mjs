import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-UI5OJJDI.mjs";import"./chunk-ZB7V3ZBM.mjs";import"./chunk-QKN7245W.mjs";import"./chunk-4NDEGEGG.mjs";import"./chunk-6ODV6SCH.mjs";export{conflictProblem,parseConflict};
