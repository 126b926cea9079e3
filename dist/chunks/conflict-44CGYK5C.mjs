import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-FZBP7WR3.mjs";import"./chunk-TYYGNNYT.mjs";import"./chunk-JX5JCVKW.mjs";import"./chunk-VGBQAEOQ.mjs";import"./chunk-I2JBUAST.mjs";export{conflictProblem,parseConflict};
