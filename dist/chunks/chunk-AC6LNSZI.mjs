import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
function counted(count,one,many=`${one}s`){return`${count} ${count===1?one:many}`}export{counted};
