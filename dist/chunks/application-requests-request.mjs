import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
function textIn({options},name){let value=options[name];return typeof value=="string"?value:void 0}export{textIn};
