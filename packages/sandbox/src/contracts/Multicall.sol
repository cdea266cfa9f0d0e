// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// Makes several calls in one, with three functions of Multicall3.
contract Multicall {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate(Call[] calldata calls)
        external
        payable
        returns (uint256 blockNumber, bytes[] memory returnData)
    {
        blockNumber = block.number;
        returnData = new bytes[](calls.length);
        for (uint256 place = 0; place < calls.length; place++) {
            Result memory result = run(calls[place].target, false, 0, calls[place].callData);
            returnData[place] = result.returnData;
        }
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 place = 0; place < calls.length; place++) {
            results[place] = run(calls[place].target, calls[place].allowFailure, 0, calls[place].callData);
        }
    }

    function aggregate3Value(Call3Value[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 place = 0; place < calls.length; place++) {
            Call3Value calldata one = calls[place];
            results[place] = run(one.target, one.allowFailure, one.value, one.callData);
        }
    }

    function run(address target, bool mayFail, uint256 value, bytes calldata data)
        private
        returns (Result memory result)
    {
        (result.success, result.returnData) = target.call{value: value}(data);
        require(result.success || mayFail, "Multicall: a call failed");
    }
}

/// Takes several calls of its own functions in one, as routers of exchanges do.
contract SelfMulticall {
    mapping(address => uint256) public counts;

    function multicall(bytes[] calldata data) external returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 place = 0; place < data.length; place++) {
            (bool isDone, bytes memory result) = address(this).delegatecall(data[place]);
            require(isDone, "SelfMulticall: a call failed");
            results[place] = result;
        }
    }

    function count(uint256 steps) external returns (uint256) {
        counts[msg.sender] += steps;
        return counts[msg.sender];
    }
}
