#!/usr/bin/env node
import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import module from"node:module";var argv=process.argv.slice(2);if(argv.length===1&&(argv[0]==="--version"||argv[0]==="-V"))process.stdout.write(`0.3.2
`);else{module.enableCompileCache?.();let{main}=await import("./chunks/cli-TMBMCKTY.mjs");main(argv)}
