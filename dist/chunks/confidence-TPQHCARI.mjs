import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-YZNY5ZBY.mjs";import"./chunk-KCNMUQCW.mjs";import"./chunk-TYYGNNYT.mjs";import"./chunk-JX5JCVKW.mjs";import"./chunk-VGBQAEOQ.mjs";import"./chunk-I2JBUAST.mjs";export{fold,liveAmong,timeline};
