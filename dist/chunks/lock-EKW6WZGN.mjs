import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-2ZHBWFBC.mjs";import"./chunk-MPUMX6QS.mjs";import"./chunk-VMX4MGWF.mjs";import"./chunk-5WM3C7NR.mjs";import"./chunk-5FPWVKAX.mjs";import"./chunk-IEGUTAB6.mjs";import"./chunk-TOETTHT6.mjs";export{withLock};
