#!/usr/bin/env node
import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import module from"node:module";process.getBuiltinModule??=module.createRequire(import.meta.url);function stop(message,hint){process.stderr.write(`error: ${message}
    ${hint}
`),process.exitCode=2}function isFolderThere(){try{return process.cwd()!==""}catch{return!1}}var argv=process.argv.slice(2);if(argv.length===1&&/^(?:--version|-v|-V)$/.test(argv[0]??""))process.stdout.write(`0.11.0
`);else if(!isFolderThere())stop("The working folder is gone.","Change to a folder that is there, then run it again.");else{module.enableCompileCache?.();try{let{main}=await import("./chunks/cli-program.mjs");await main(argv)}catch(error){let{code="",message}=error;if(code!=="EMFILE"&&code!=="ENFILE")throw error;stop(message,"Raise the limit of open files (ulimit -n), then run it again.")}}
